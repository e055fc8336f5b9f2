//! The browser that the tests of a worker share, one after the other, each in a context of its own.

use std::process::Command;

use testkit::{BROWSER_VARIABLE, Chromium};

/// Browser of a worker, started for the first test that needs one.
#[derive(Debug, Default)]
pub(super) struct SharedBrowser(Option<Chromium>);

impl SharedBrowser {
    /// Names the browser to a test.
    pub(super) fn lend(&mut self, command: &mut Command) {
        if self.0.is_none() {
            // A test that is given none starts its own, and says why it cannot.
            self.0 = Chromium::for_tests().ok();
        }
        if let Some(browser) = &self.0 {
            command.env(BROWSER_VARIABLE, browser.url());
        }
    }

    /// Takes the browser back: the next test has another one if it has ended, which is said, or its test has failed.
    pub(super) fn take_back(&mut self, has_passed: bool) -> Option<String> {
        let status = self.0.as_mut()?.status();
        if status.is_some() || !has_passed {
            self.0 = None;
        }
        status.map(|status| format!("the browser of this test has ended with {status}"))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// What a test is told of the browser.
    fn lent(browser: &mut SharedBrowser) -> String {
        let mut command = Command::new("test");
        browser.lend(&mut command);
        let url = command.get_envs().find(|(name, _)| *name == BROWSER_VARIABLE);
        url.and_then(|(_, url)| url).expect("a browser").to_string_lossy().into_owned()
    }

    #[test]
    #[ignore = "needs browser"]
    fn a_browser_is_kept_until_it_ends_or_its_test_fails() {
        let mut browser = SharedBrowser::default();
        let first = lent(&mut browser);
        assert_eq!(browser.take_back(true), None);
        assert_eq!(lent(&mut browser), first);
        assert_eq!(browser.take_back(false), None);
        let second = lent(&mut browser);
        assert_ne!(second, first);
        let id = browser.0.as_ref().expect("a browser").id().to_string();
        assert!(Command::new("kill").args(["-KILL", &id]).status().expect("kill").success());
        while browser.0.as_mut().expect("a browser").status().is_none() {
            std::thread::yield_now();
        }
        assert!(browser.take_back(true).expect("words").contains("has ended with signal: 9"));
        assert_ne!(lent(&mut browser), second);
    }
}
