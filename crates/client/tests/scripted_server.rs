//! The network against servers that follow a script: with TLS, hostile, silent, or gone.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use client::{
    ConnectionStatus, MatchClient, MatchEndpoint, Network, News, NoOutbox, Origin, RequestError,
    Scheme, Trust,
};
use futures_util::{SinkExt, StreamExt};
use play::{Command, Player};
use rustls::ServerConfig;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use serde_json::json;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio_rustls::TlsAcceptor;
use tokio_tungstenite::tungstenite::Message;
use wire::ToServer;
use wire::http::Health;

/// Limit of every wait.
const WAIT_TIMEOUT: Duration = Duration::from_mins(1);
/// A certificate for `localhost` that nobody has signed, and its key; `tls/README.md` says how they are made.
const CERTIFICATE: &[u8] = include_bytes!("tls/cert.der");
const KEY: &[u8] = include_bytes!("tls/key.der");

fn certificate() -> CertificateDer<'static> {
    CertificateDer::from(CERTIFICATE.to_vec())
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
}

/// A listener at a port of its own.
fn listen(runtime: &Runtime) -> (TcpListener, SocketAddr) {
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

fn acceptor() -> TlsAcceptor {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate()], PrivateKeyDer::try_from(KEY.to_vec()).unwrap())
        .unwrap();
    TlsAcceptor::from(Arc::new(config))
}

fn secure(port: u16) -> Origin {
    Origin { scheme: Scheme::Https, host: "localhost".to_owned(), port }
}

/// Connects; the receiver is told when there is news.
fn connect(network: &Network, origin: Origin) -> (MatchClient, Receiver<()>) {
    let (sender, woken) = channel();
    let endpoint = MatchEndpoint { origin, id: "abc".to_owned() };
    let wake = move || sender.send(()).unwrap_or_default();
    (network.connect(endpoint, None, Box::new(NoOutbox), 7, wake), woken)
}

/// Waits for news of a kind.
#[track_caller]
fn wait_for<T>(
    (client, woken): &(MatchClient, Receiver<()>),
    find: impl Fn(News) -> Option<T>,
) -> T {
    loop {
        woken.recv_timeout(WAIT_TIMEOUT).expect("news");
        if let Some(found) = client.take_news().into_iter().find_map(&find) {
            return found;
        }
    }
}

/// Answers one HTTP request with JSON.
async fn answer_http(mut stream: impl AsyncRead + AsyncWrite + Unpin, head: &str, body: &str) {
    let mut request = [0; 4096];
    let _ = stream.read(&mut request).await;
    let length = body.len();
    let text = format!("HTTP/1.1 {head}\r\nContent-Length: {length}\r\n\r\n{body}");
    let _ = stream.write_all(text.as_bytes()).await;
    let _ = stream.shutdown().await;
}

#[test]
fn https_works_with_a_trusted_certificate_and_says_so_without() {
    let runtime = runtime();
    let (listener, address) = listen(&runtime);
    runtime.spawn(async move {
        let tls = acceptor();
        while let Ok((stream, _)) = listener.accept().await {
            if let Ok(stream) = tls.accept(stream).await {
                answer_http(stream, "200 OK", r#"{"damier": "0.1.0", "data": "x"}"#).await;
            }
        }
    });
    let ask = |trust: Trust| {
        let network = Network::start(trust).unwrap();
        let http = network.http(secure(address.port()));
        network.block_on(http.get::<Health>("/healthz")).unwrap()
    };
    let health = ask(Trust::with(vec![certificate()])).expect("an answer");
    assert_eq!(health.data, "x");
    let refused = ask(Trust::default()).expect_err("a certificate that nobody knows");
    let text = refused.text();
    assert!(text.en.contains("certificate is not trusted"), "{text:?}");
    assert!(text.fr.contains("certificat"), "{text:?}");
}

#[test]
fn wss_works_and_an_untrusted_certificate_ends_the_connection() {
    let runtime = runtime();
    let (listener, address) = listen(&runtime);
    runtime.spawn(async move {
        let tls = acceptor();
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(stream) = tls.accept(stream).await else { continue };
            let mut socket = tokio_tungstenite::accept_async(stream).await.unwrap();
            let greeting = socket.next().await.unwrap().unwrap();
            assert!(greeting.to_text().unwrap().contains("hello"));
            let greeted = json!({ "type": "greeted", "player": "one", "greeting": "thanks" });
            socket.send(Message::text(greeted.to_string())).await.unwrap();
            while socket.next().await.is_some() {}
        }
    });
    let network = Network::start(Trust::with(vec![certificate()])).unwrap();
    let connection = connect(&network, secure(address.port()));
    wait_for(&connection, |news| matches!(news, News::Greeted(Player::One, _)).then_some(()));
    let network = Network::start(Trust::default()).unwrap();
    let connection = connect(&network, secure(address.port()));
    let reason = wait_for(&connection, |news| match news {
        News::Status(ConnectionStatus::Closed(reason)) => Some(reason),
        _ => None,
    });
    assert!(reason.en.contains("certificate is not trusted"), "{reason:?}");
}

#[test]
fn answers_that_are_none_are_told_and_bounded() {
    let runtime = runtime();
    let network = Network::start(Trust::default()).unwrap();
    let long = "x".repeat(5 << 20);
    let found = r#"{"code": "not-found", "text": {"en": "no such thing", "fr": "rien de tel"}}"#;
    for (head, body, is_it) in [
        ("200 OK", "nonsense", (|it| matches!(it, RequestError::Unreadable(_))) as fn(_) -> _),
        ("200 OK", &*long, |it| matches!(it, RequestError::Unreadable(_))),
        ("404 Not Found", found, |it: RequestError| it.is_not_found()),
        ("500 Oops", "<html>", |it| matches!(it, RequestError::Status(500))),
        ("301 Moved\r\nLocation: https://x.example/", "", |it| {
            matches!(it, RequestError::Moved(_))
        }),
        ("\r\n\r\n\0", "", |it| matches!(it, RequestError::Connect(_))),
    ] {
        let (listener, address) = listen(&runtime);
        let (head, body) = (head.to_owned(), body.to_owned());
        runtime.spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            answer_http(stream, &head, &body).await;
        });
        let http = network.http(Origin::loopback(address.port()));
        let error = network.block_on(http.get::<Health>("/healthz")).unwrap().expect_err("none");
        let text = error.text();
        assert!(!text.en.is_empty() && text.en.len() < 1000, "{text:?}");
        assert!(is_it(error), "{text:?}");
    }
    let http = network.http(Origin::loopback(1));
    let error = network.block_on(http.get::<Health>("/healthz")).unwrap().expect_err("nobody");
    assert!(error.text().en.contains("cannot be reached"), "{}", error.text());
}

#[test]
fn a_hostile_server_neither_ends_the_client_nor_fills_its_memory() {
    let runtime = runtime();
    let (listener, address) = listen(&runtime);
    runtime.spawn(async move {
        // A message that is too long, a flood, frames of nonsense: the client comes back each time.
        for number in 0_u32.. {
            let Ok((stream, _)) = listener.accept().await else { return };
            let Ok(mut socket) = tokio_tungstenite::accept_async(stream).await else { continue };
            let _ = socket.next().await;
            match number {
                0 => drop(socket.send(Message::text("x".repeat(3 << 20))).await),
                1 => drop(socket.send(Message::binary(vec![0; 1000])).await),
                _ => {
                    let greeted = json!({ "type": "greeted", "player": "one", "greeting": "oops" });
                    for _ in 0..5_000 {
                        if socket.send(Message::text(greeted.to_string())).await.is_err() {
                            break;
                        }
                    }
                    let bye = json!({ "type": "greeted", "player": "one", "greeting": "bye" });
                    let _ = socket.send(Message::text(bye.to_string())).await;
                    while let Some(Ok(_)) = socket.next().await {}
                }
            }
        }
    });
    let network = Network::start(Trust::default()).unwrap();
    let connection = connect(&network, Origin::loopback(address.port()));
    wait_for(&connection, |news| {
        matches!(news, News::Greeted(_, wire::Greeting::Bye)).then_some(())
    });
    assert!(connection.0.take_news().len() <= 64);
}

#[test]
fn commands_are_sent_again_to_a_server_that_was_gone() {
    let runtime = runtime();
    let (listener, address) = listen(&runtime);
    let (sender, commands) = channel();
    runtime.spawn(async move {
        for number in 0_u32.. {
            let Ok((stream, _)) = listener.accept().await else { return };
            let Ok(mut socket) = tokio_tungstenite::accept_async(stream).await else { continue };
            while let Some(Ok(message)) = socket.next().await {
                let Ok(text) = message.to_text() else { continue };
                if let Ok(command @ ToServer::Command { .. }) = serde_json::from_str(text) {
                    let _ = sender.send(command);
                    if number == 0 {
                        // Gone before it has answered.
                        break;
                    }
                }
            }
        }
    });
    let network = Network::start(Trust::default()).unwrap();
    let connection = connect(&network, Origin::loopback(address.port()));
    connection.0.command(Player::One, Command::Resign, None);
    let first = commands.recv_timeout(WAIT_TIMEOUT).expect("the command");
    let second = commands.recv_timeout(WAIT_TIMEOUT).expect("the command again");
    assert_eq!(first, second, "with the same id");
}
