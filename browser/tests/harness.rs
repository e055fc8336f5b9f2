//! The harness itself: what is measured is a page at rest.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use crate::chrome::Chrome;
use crate::tab::SMALL;

/// A page that shows its screen before it has all that it asks for, has workers, which are no concern of its own, and
/// follows the size of its window in the next frame.
const PAGE: &str = "<!doctype html><link rel=icon href='data:,'><div id=app><main class=early>early</main></div><script>
    const main = document.querySelector('main');
    fetch('/late').then((answer) => answer.text()).then((text) => { main.textContent = text; });
    new Worker('/worker.js', { type: 'module' });
    navigator.serviceWorker.register('/service.js');
    addEventListener('resize', () => requestAnimationFrame(() => { main.dataset.width = innerWidth; }));
    </script>";
/// What the workers do: ask for something.
const SCRIPT: &str = "fetch('/asked').then((answer) => answer.text());";

/// Serves the page, and what it asks for when it is told to. Its threads end with the process.
fn serve(release: Receiver<()>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let mut release = Some(release);
        for stream in listener.incoming().map_while(Result::ok) {
            let mut line = String::new();
            // A browser connects without a request, too.
            if BufReader::new(&stream).read_line(&mut line).is_err() {
                continue;
            }
            match line.split(' ').nth(1) {
                Some("/late") => {
                    let release = release.take().expect("one request");
                    thread::spawn(move || {
                        let _ = release.recv();
                        answer(stream, "text/plain", "late");
                    });
                }
                Some("/worker.js" | "/service.js") => answer(stream, "text/javascript", SCRIPT),
                _ => answer(stream, "text/html", PAGE),
            }
        }
    });
    address
}

fn answer(mut stream: TcpStream, content_type: &str, body: &str) {
    let length = body.len();
    // The browser may have gone.
    let _ = write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_page_that_is_opened_has_all_that_it_asked_for_and_is_drawn_at_its_size() {
    let (release, released) = mpsc::channel();
    let chrome = Chrome::start().await;
    let origin = format!("http://{}", serve(released));
    let tab = chrome.tab(&origin).await;
    let is_released = AtomicBool::new(false);
    let opened = async {
        tab.open("/").await;
        assert!(is_released.load(SeqCst), "it was not at rest");
    };
    let late = async {
        tab.wait("document.readyState === 'complete' && document.querySelector('main.early')")
            .await;
        let frames = "new Promise((done) => { let left = 10; \
            (function frame() { left-- > 0 ? requestAnimationFrame(frame) : done(1); })(); })";
        tab.js::<i32>(frames).await;
        is_released.store(true, SeqCst);
        release.send(()).unwrap();
    };
    tokio::join!(opened, late);
    assert_eq!(tab.js::<String>("main.textContent").await, "late");
    tab.resize(SMALL).await;
    assert_eq!(tab.js::<String>("main.dataset.width").await, SMALL[0].to_string());
    // A browser of another test, though it may be the same process, shares nothing with this one.
    assert!(tab.js::<bool>("localStorage.own = 'here', document.cookie = 'own=here', true").await);
    let other = Chrome::start().await;
    let foreign = other.tab(&origin).await;
    foreign.load("/worker.js").await;
    let kept = "(async () => [localStorage.own ?? '', document.cookie, \
        String((await navigator.serviceWorker.getRegistrations()).length)])()";
    assert_eq!(tab.js::<[String; 3]>(kept).await, ["here", "own=here", "1"]);
    assert_eq!(foreign.js::<[String; 3]>(kept).await, ["", "", "0"]);
    foreign.close().await;
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn what_is_pushed_away_while_the_button_is_down_is_clicked_once() {
    let (release, released) = mpsc::channel();
    drop(release);
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&format!("http://{}", serve(released))).await;
    tab.open("/").await;
    tab.js::<()>(
        "(() => { const button = document.createElement('button'); button.textContent = 'Go'; \
         document.body.prepend(button); window.clicks = 0; button.onclick = () => { window.clicks++; }; \
         addEventListener('pointerdown', () => { button.style.marginTop = '300px'; }, { once: true }); })()",
    )
    .await;
    tab.click("button").await;
    assert_eq!(tab.js::<i32>("window.clicks").await, 1);
    tab.close().await;
}
