//! Reasons for which a test is `#[ignore]`d: `cargo test` needs Rust alone and is quick.

/// Why a test is left to `cargo xtask test` or `cargo xtask soak`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It drives the page in a browser.
    Browser,
    /// It also needs axe, which comes from npm.
    BrowserAndAxe,
    /// It drives the page in a browser, and the terminal.
    BrowserAndTmux,
    /// It runs the example bots.
    NodeAndPython,
    /// It starts the proxies of `deploy/`, or has their configuration and the unit checked.
    NginxAndCaddy,
    /// It sets the wall clock of the program.
    Faketime,
    /// It starts PostgreSQL.
    PostgreSql,
    /// It starts NATS.
    Nats,
    /// It starts both.
    PostgreSqlAndNats,
    /// It starts both, and sets the wall clock of a node.
    PostgreSqlNatsAndFaketime,
    /// It starts both, and drives the page in a browser.
    BrowserPostgreSqlAndNats,
    /// It drives the terminal.
    Tmux,
    /// It runs the WebAssembly module in node: `cargo xtask web --check`.
    WebFolder,
    /// It drives the page of a static host in a browser.
    BrowserAndWebFolder,
    /// It also needs axe.
    BrowserAxeAndWebFolder,
    /// It takes seconds to a minute.
    Slow,
    /// It takes minutes: `cargo xtask soak`.
    Soak,
    /// The same, with PostgreSQL and NATS.
    SoakPostgreSqlAndNats,
    /// The same, with the page of a static host in a browser.
    SoakBrowserAndWebFolder,
}

/// The text of each reason.
const TEXTS: [(&str, Reason); 19] = [
    ("needs a browser", Reason::Browser),
    ("needs a browser and axe", Reason::BrowserAndAxe),
    ("needs a browser and tmux", Reason::BrowserAndTmux),
    ("needs node and python", Reason::NodeAndPython),
    ("needs nginx and caddy", Reason::NginxAndCaddy),
    ("needs faketime", Reason::Faketime),
    ("needs postgresql", Reason::PostgreSql),
    ("needs nats", Reason::Nats),
    ("needs postgresql and nats", Reason::PostgreSqlAndNats),
    ("needs postgresql, nats and faketime", Reason::PostgreSqlNatsAndFaketime),
    ("needs a browser, postgresql and nats", Reason::BrowserPostgreSqlAndNats),
    ("needs tmux", Reason::Tmux),
    ("needs the web folder", Reason::WebFolder),
    ("needs a browser and the web folder", Reason::BrowserAndWebFolder),
    ("needs a browser, axe and the web folder", Reason::BrowserAxeAndWebFolder),
    ("slow", Reason::Slow),
    ("soak", Reason::Soak),
    ("soak, needs postgresql and nats", Reason::SoakPostgreSqlAndNats),
    ("soak, needs a browser and the web folder", Reason::SoakBrowserAndWebFolder),
];

impl Reason {
    /// Reads the text of an attribute.
    pub(crate) fn read(text: &str) -> Option<Self> {
        TEXTS.iter().find(|(known, _)| *known == text).map(|(_, reason)| *reason)
    }

    /// Whether a line of code ignores a test for no reason, or for one that is not known here.
    pub(crate) fn is_missing(code: &str) -> bool {
        // In two parts, so that this line is none.
        code.split_once(concat!("#[", "ignore")).is_some_and(|(_, rest)| {
            let text = rest.strip_prefix(" = \"").and_then(|rest| rest.split_once("\"]"));
            text.is_none_or(|(text, _)| Self::read(text).is_none())
        })
    }
}
