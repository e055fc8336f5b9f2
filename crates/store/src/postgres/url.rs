//! URLs of databases. They are shown without their passwords.

use std::fmt;
use std::str::FromStr;

use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;

/// What the URL of a PostgreSQL database begins with.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];
/// Name that the server lists connections by, unless the URL or the environment has another.
const APPLICATION_NAME: &str = "damier";

/// URL of a PostgreSQL database: `postgres://user@host:port/database?sslmode=verify-full`. What it leaves out comes from
/// the variables that PostgreSQL's own programs read (`PGHOST`, `PGPASSFILE` and so on).
#[derive(Clone)]
pub struct PostgresUrl {
    options: Box<PgConnectOptions>,
    has_password: bool,
}

impl PostgresUrl {
    /// Whether a text is meant as the URL of a database, and not as the path of a file.
    pub fn is_url(text: &str) -> bool {
        SCHEMES.iter().any(|scheme| text.starts_with(scheme))
    }

    /// Whether the password is in the URL itself.
    pub const fn has_password(&self) -> bool {
        self.has_password
    }

    pub(super) fn options(&self) -> PgConnectOptions {
        let options = PgConnectOptions::clone(&self.options).disable_statement_logging();
        match options.get_application_name() {
            Some(_) => options,
            None => options.application_name(APPLICATION_NAME),
        }
    }
}

impl FromStr for PostgresUrl {
    type Err = String;

    /// Reads a URL. The reason why it cannot be read does not repeat it.
    fn from_str(text: &str) -> Result<Self, String> {
        let Some(rest) = SCHEMES.iter().find_map(|scheme| text.strip_prefix(scheme)) else {
            return Err("it does not begin with postgres://".to_owned());
        };
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let user = authority.rsplit_once('@').map_or("", |(user, _)| user);
        let query = rest.split_once('?').map_or("", |(_, query)| query);
        let has_password =
            user.contains(':') || query.split('&').any(|part| part.starts_with("password="));
        let options = PgConnectOptions::from_str(text).map_err(|error| match error {
            sqlx::Error::Configuration(cause) => cause.to_string(),
            _ => "it is no URL of a database".to_owned(),
        })?;
        Ok(Self { options: Box::new(options), has_password })
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = &self.options;
        write!(f, "postgres://{}@", options.get_username())?;
        match options.get_socket() {
            Some(socket) => write!(f, "{}", socket.display())?,
            None => write!(f, "{}:{}", options.get_host(), options.get_port())?,
        }
        write!(f, "/{}", options.get_database().unwrap_or_else(|| options.get_username()))
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        for (text, shown, has_password) in [
            ("postgres://ana@db:5433/games", "postgres://ana@db:5433/games", false),
            ("postgres://ana:s3cret@db/games", "postgres://ana@db:5432/games", true),
            ("postgresql://ana@db/games?password=s3cret", "postgres://ana@db:5432/games", true),
            ("postgres://ana@db/games?sslmode=require", "postgres://ana@db:5432/games", false),
            ("postgres://ana@db", "postgres://ana@db:5432/ana", false),
        ] {
            let url: PostgresUrl = text.parse().expect(text);
            assert_eq!(url.to_string(), shown);
            assert_eq!(url.has_password(), has_password, "{text}");
            assert!(!format!("{url:?}").contains("s3cret"));
        }
    }

    #[test]
    fn other_texts_are_no_urls() {
        for text in
            ["", "games.sqlite", "postgres:", "mysql://db", "postgres://ana:s3cret@db:port/x"]
        {
            let error = text.parse::<PostgresUrl>().expect_err(text);
            assert!(!error.contains("s3cret"), "{error}");
        }
        assert!(PostgresUrl::is_url("postgresql://db"));
        assert!(!PostgresUrl::is_url("postgres.sqlite"));
    }
}
