//! PostgreSQL: a cluster of its own, with a database for whoever asks.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;
use std::{env, fs, process};

use crate::folder::Folder;
use crate::port::free_port;
use crate::process::{EndSignal, ServiceProcess, bound_to_parent, retried, run};

/// Environment variable with the URL of a server that tests use instead of starting one. Its user must be allowed to
/// create databases.
const URL_VARIABLE: &str = "DAMIER_TEST_POSTGRES";
/// Where Debian puts the programs of each version.
const DEBIAN_FOLDER: &str = "/usr/lib/postgresql";
/// How often a port may turn out to be taken.
const PORT_ATTEMPTS: usize = 5;
/// Time for a server that was killed to be started again.
const RESTART_TIMEOUT: Duration = Duration::from_mins(1);
/// Superuser of the cluster.
const USER: &str = "damier";

/// Settings of a server.
#[derive(Clone, Debug, Default)]
pub struct PostgresSettings {
    /// Settings of the server, as in `postgresql.conf`.
    pub server: Vec<(String, String)>,
    /// Password that connections over TCP must give; none otherwise.
    pub password: Option<String>,
    /// Whether connections must use TLS, with a certificate for 127.0.0.1 and localhost by an authority of its own:
    /// [`PostgresServer::authority`].
    pub tls: bool,
    /// Whether what is committed reaches the disk: for measurements. Otherwise it survives the end of the server, but not
    /// of the system.
    pub durable: bool,
}

/// PostgreSQL server on loopback; ended with its value.
#[derive(Debug)]
pub struct PostgresServer {
    /// URL without a database.
    url: String,
    own: Option<OwnServer>,
    /// Databases to be dropped from a server that is not ours.
    databases: Mutex<Vec<String>>,
}

#[derive(Debug)]
struct OwnServer {
    /// Before the folder, which it writes into until it ends.
    process: Option<ServiceProcess>,
    port: u16,
    settings: PostgresSettings,
    folder: Folder,
}

impl PostgresServer {
    /// Starts a server, unless `DAMIER_TEST_POSTGRES` names one.
    pub fn start() -> Self {
        match env::var(URL_VARIABLE) {
            Ok(url) => {
                let url = url.trim_end_matches('/').to_owned();
                Self { url, own: None, databases: Mutex::default() }
            }
            Err(_) => Self::start_own(PostgresSettings::default()),
        }
    }

    /// Starts a server with settings of its own.
    pub fn start_own(settings: PostgresSettings) -> Self {
        let folder = Folder::new("postgres");
        create_cluster(&folder, settings.password.as_deref());
        if settings.tls {
            require_tls(&folder, settings.password.is_some());
        }
        let mut failure = String::new();
        for _ in 0..PORT_ATTEMPTS {
            let port = free_port();
            match spawn(&folder, port, &settings) {
                Ok(process) => {
                    let password = settings.password.as_ref();
                    let password =
                        password.map_or(String::new(), |password| format!(":{password}"));
                    let url = format!("postgres://{USER}{password}@127.0.0.1:{port}");
                    let own = OwnServer { process: Some(process), port, settings, folder };
                    return Self { url, own: Some(own), databases: Mutex::default() };
                }
                Err(why) => failure = why,
            }
        }
        panic!("{failure}");
    }

    /// Creates an empty database and returns its URL.
    pub fn create_database(&self) -> String {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("damier_{}_{}", process::id(), COUNT.fetch_add(1, Relaxed));
        self.execute("postgres", &format!("CREATE DATABASE {name} TEMPLATE template0"));
        if self.own.is_none() {
            self.databases.lock().expect("databases").push(name.clone());
        }
        format!("{}/{name}", self.url)
    }

    /// Runs SQL in a database and returns the values of its rows, `|` between them.
    pub fn execute(&self, database: &str, sql: &str) -> String {
        let mut psql = Command::new(program("psql"));
        let psql = psql.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"]);
        run(psql.args(["-v", "ON_ERROR_STOP=1", "-c", sql]).arg(format!("{}/{database}", self.url)))
    }

    /// A program of PostgreSQL, such as `pg_dump`, of the version of the server.
    pub fn program(name: &str) -> Command {
        Command::new(program(name))
    }

    /// URL of a database of this server, or of one that [`Self::create_database`] has made.
    pub fn url(&self, database: &str) -> String {
        format!("{}/{database}", self.url)
    }

    /// Whether the server was started here, so that it can be stopped.
    pub const fn is_own(&self) -> bool {
        self.own.is_some()
    }

    /// Folder of a server of our own, for files that its settings name.
    pub fn folder(&self) -> &Path {
        self.own.as_ref().expect("a server of our own").folder.path()
    }

    /// File with the certificate of the authority that has signed the server's.
    pub fn authority(&self) -> PathBuf {
        self.folder().join("authority.pem")
    }

    /// Process id of a server of our own that runs.
    pub fn process_id(&self) -> Option<u32> {
        Some(self.own.as_ref()?.process.as_ref()?.id())
    }

    /// Stops the server; connections are closed.
    pub fn stop(&mut self) {
        self.end(EndSignal::Interrupt);
    }

    /// Kills the server. What it had committed is there when it starts again.
    pub fn kill(&mut self) {
        self.end(EndSignal::Kill);
    }

    /// Starts a server that was stopped or killed, on the same port with the same databases.
    pub fn start_again(&mut self) {
        let own = self.own.as_mut().expect("a server of our own");
        let mut start = || spawn(&own.folder, own.port, &own.settings);
        // Processes of a killed server need a moment to notice that.
        let started = retried(RESTART_TIMEOUT, &mut start);
        own.process = Some(started.unwrap_or_else(|why| panic!("{why}")));
    }

    fn end(&mut self, signal: EndSignal) {
        let own = self.own.as_mut().expect("a server of our own");
        if let Some(mut process) = own.process.take() {
            process.end(signal);
        }
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        for name in self.databases.lock().expect("databases").drain(..) {
            let mut psql = Command::new(program("psql"));
            let drop = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
            let url = format!("{}/postgres", self.url);
            let _ = psql.args(["--no-psqlrc", "--quiet", "-c", &drop]).arg(url).output();
        }
    }
}

/// Creates the files of a cluster. Its server does not run as root: there it is Debian's user `postgres`.
fn create_cluster(folder: &Folder, password: Option<&str>) {
    let user = service_user();
    let data = folder.join("cluster");
    let mut initdb = match user {
        Some(user) => {
            run(Command::new("chown").arg(format!("{user}:{user}")).arg(folder.path()));
            bound_to_parent(&program("initdb"), "KILL", Some(user))
        }
        None => Command::new(program("initdb")),
    };
    initdb.args(["--username", USER, "--encoding=UTF8", "--locale=C", "--no-sync", "--pgdata"]);
    initdb.arg(data).current_dir(folder.path());
    match password {
        None => initdb.arg("--auth=trust"),
        Some(password) => {
            let file = folder.join("password");
            fs::write(&file, password).expect("a file for the password");
            initdb.arg("--auth=scram-sha-256").arg("--pwfile").arg(file)
        }
    };
    run(&mut initdb);
}

/// Makes a certificate for the server, and lets nobody in without TLS.
fn require_tls(folder: &Folder, has_password: bool) {
    let openssl = |arguments: &str| {
        let mut openssl = Command::new("openssl");
        run(openssl.args(arguments.split_whitespace()).current_dir(folder.path()));
    };
    openssl(
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout authority.key -out authority.pem",
    );
    openssl("req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout server.key -out server.csr");
    let names = "subjectAltName=IP:127.0.0.1,DNS:localhost\nbasicConstraints=CA:FALSE\n";
    fs::write(folder.join("names"), names).expect("a file for the names");
    openssl(
        "x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 \
         -extfile names -out server.pem",
    );
    run(Command::new("chmod").arg("600").arg(folder.join("server.key")));
    if let Some(user) = service_user() {
        run(Command::new("chown").arg(format!("{user}:{user}")).arg(folder.join("server.key")));
    }
    let method = if has_password { "scram-sha-256" } else { "trust" };
    let rules = format!("hostssl all all 127.0.0.1/32 {method}\n");
    fs::write(folder.join("cluster").join("pg_hba.conf"), rules).expect("rules of connections");
}

fn spawn(
    folder: &Folder,
    port: u16,
    settings: &PostgresSettings,
) -> Result<ServiceProcess, String> {
    // SIGQUIT ends all processes of the server at once.
    let mut command = bound_to_parent(&program("postgres"), "QUIT", service_user());
    command.current_dir(folder.path()).arg("-D").arg(folder.join("cluster"));
    command.args(["-p", &port.to_string()]);
    let durable = if settings.durable { "on" } else { "off" };
    let usual = [
        ("listen_addresses", "127.0.0.1"),
        ("unix_socket_directories", ""),
        ("max_connections", "200"),
        ("fsync", durable),
        ("ssl", if settings.tls { "on" } else { "off" }),
        ("ssl_cert_file", "../server.pem"),
        ("ssl_key_file", "../server.key"),
    ];
    let own = settings.server.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    for (name, value) in usual.into_iter().chain(own) {
        command.arg("-c").arg(format!("{name}={value}"));
    }
    let is_ready = || {
        let mut ready = Command::new(program("pg_isready"));
        let ready = ready.args(["-q", "-h", "127.0.0.1", "-p", &port.to_string()]).status();
        ready.is_ok_and(|status| status.success())
    };
    ServiceProcess::start(command, &folder.join("postgres.log"), is_ready)
}

/// The user that the server runs as, if it may not run as ours.
fn service_user() -> Option<&'static str> {
    #[cfg(unix)]
    if rustix::process::geteuid().is_root() {
        return Some("postgres");
    }
    None
}

/// A program of PostgreSQL: that of the newest version in Debian's folder, else one on the path.
fn program(name: &str) -> PathBuf {
    let versions = fs::read_dir(DEBIAN_FOLDER).into_iter().flatten().flatten();
    let number = |path: &Path| path.file_name()?.to_str()?.parse::<u32>().ok();
    let mut folders: Vec<_> = versions.map(|entry| entry.path()).collect();
    folders.sort_by_key(|path| number(path));
    let found = folders.into_iter().rev().map(|folder| folder.join("bin").join(name));
    found.into_iter().find(|path| path.exists()).unwrap_or_else(|| name.into())
}
