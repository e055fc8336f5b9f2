//! The services start, keep their data over a restart, and end.

use std::net::TcpStream;
use std::path::Path;

use testkit::{NatsServer, PostgresServer, PostgresSettings};

fn database(url: &str) -> &str {
    url.rsplit_once('/').expect("a database").1
}

#[test]
#[ignore = "needs postgresql"]
fn a_cluster_keeps_what_was_committed() {
    let mut server = PostgresServer::start_own(PostgresSettings::default());
    let url = server.create_database();
    let name = database(&url).to_owned();
    server.execute(&name, "CREATE TABLE numbers (number INT)");
    for (number, end) in [PostgresServer::stop, PostgresServer::kill].into_iter().enumerate() {
        server.execute(&name, &format!("INSERT INTO numbers VALUES ({number})"));
        end(&mut server);
        assert_eq!(server.process_id(), None);
        server.start_again();
    }
    assert_eq!(server.execute(&name, "SELECT count(*) FROM numbers").trim(), "2");
    let (folder, id) = (server.folder().to_owned(), server.process_id().expect("a process"));
    drop(server);
    assert!(!folder.exists());
    assert!(!Path::new("/proc").join(id.to_string()).join("exe").exists());
}

#[test]
#[ignore = "needs postgresql"]
fn a_password_is_asked_for() {
    let password = Some("sésame 1".replace(['é', ' '], "-"));
    let server =
        PostgresServer::start_own(PostgresSettings { password, ..PostgresSettings::default() });
    assert_eq!(server.execute("postgres", "SELECT 1").trim(), "1");
    assert!(server.url("x").contains(":s-same-1@"));
}

#[test]
#[ignore = "needs nats"]
fn nats_starts_again_on_its_port() {
    let mut server = NatsServer::start_own(&[]);
    let address = server.url().strip_prefix("nats://").expect("a URL").to_owned();
    assert!(TcpStream::connect(&address).is_ok());
    for end in [NatsServer::stop, NatsServer::kill] {
        end(&mut server);
        assert!(TcpStream::connect(&address).is_err());
        server.start_again();
        assert!(TcpStream::connect(&address).is_ok());
    }
    drop(server);
    assert!(TcpStream::connect(&address).is_err());
}
