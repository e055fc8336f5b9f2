//! `cargo xtask cluster`: a whole site on this machine, with PostgreSQL, NATS, three nodes, two workers and a balancer.
//! Everything listens on loopback and keeps its data in temporary folders.

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;
use std::{env, fs, process};

use testkit::{
    EndSignal, ServiceProcess, accepts_connections, answers, bound_to_parent, free_port,
};

use crate::arguments;
use crate::outcome::{Failure, Outcome, TaskResult};
use crate::released::{self, Services};
use crate::tools::NGINX;

const NODE_COUNT: usize = 3;
const WORKER_COUNT: usize = 2;
/// Port at which the balancer is reached, if it is free.
const BALANCER_PORT: u16 = 4747;
/// What a server that is ready answers with success.
const READINESS_PROBE: &str = "/readyz";
/// Configuration of the balancer, whose addresses are replaced.
const BALANCER_SAMPLE: &str = include_str!("../../deploy/cluster/nginx.conf");
/// Addresses of the nodes in the sample.
const SAMPLE_NODES: [&str; NODE_COUNT] = ["127.0.0.1:4751", "127.0.0.1:4752", "127.0.0.1:4753"];
/// Interval at which the processes are looked at.
const WATCH_INTERVAL: Duration = Duration::from_secs(1);

/// Starts the cluster and waits for Enter.
pub(crate) fn run(words: &[String]) -> TaskResult {
    let missing = arguments::install(words)?;
    let services = Services::start(missing, &[&NGINX])?;
    let cluster = Cluster::start(&released::program()?, services)?;
    cluster.print();
    cluster.wait();
    Ok(Outcome::Complete)
}

/// A named process of the cluster.
struct Member {
    name: String,
    address: Option<String>,
    process: ServiceProcess,
}

/// Everything that runs. Its members are ended first, then what they use.
struct Cluster {
    balancer: Member,
    members: Vec<Member>,
    folder: PathBuf,
    services: Services,
}

impl Cluster {
    fn start(program: &Path, services: Services) -> Result<Self, Failure> {
        let folder = env::temp_dir().join(format!("damier-cluster-{}", process::id()));
        fs::create_dir_all(&folder).map_err(|error| cannot_write(&folder, &error))?;
        let database = services.postgres.create_database();
        let port = if accepts_connections(BALANCER_PORT) { free_port() } else { BALANCER_PORT };
        let starter =
            Starter { program, folder: &folder, database: &database, nats: services.nats.url() };
        let mut members = Vec::new();
        for number in 1..=NODE_COUNT {
            members.push(starter.node(number, port)?);
        }
        for number in 1..=WORKER_COUNT {
            members.push(starter.worker(number)?);
        }
        let nodes: Vec<_> = members.iter().filter_map(|member| member.address.clone()).collect();
        let balancer = starter.balancer(port, &nodes)?;
        Ok(Self { balancer, members, folder, services })
    }

    fn print(&self) {
        println!("\nlogs in {}", self.folder.display());
        println!("PostgreSQL {}", self.services.postgres.url("postgres"));
        println!("NATS {}", self.services.nats.url());
        for member in self.members.iter().chain([&self.balancer]) {
            let address = member.address.as_deref().unwrap_or_default();
            println!("{:<10} process {:<8} {address}", member.name, member.process.id());
        }
        println!("\nEnter stops everything. Everything is served here:");
        println!("http://{}", self.balancer.address.as_deref().unwrap_or_default());
    }

    /// Says which members end, until Enter is pressed. Without a standard input it goes on until it is killed.
    fn wait(mut self) {
        let enter = thread::spawn(|| {
            while !matches!(io::stdin().lock().read_line(&mut String::new()), Ok(1..)) {
                thread::sleep(Duration::MAX);
            }
        });
        while !enter.is_finished() {
            self.report_ended();
            thread::sleep(WATCH_INTERVAL);
        }
    }

    fn report_ended(&mut self) {
        self.members.retain_mut(|member| match member.process.status() {
            None => true,
            Some(status) => {
                println!("{} has ended: {status}", member.name);
                false
            }
        });
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.balancer.process.end(EndSignal::Interrupt);
        for member in &mut self.members {
            member.process.end(EndSignal::Interrupt);
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// What every member is started with.
struct Starter<'a> {
    program: &'a Path,
    folder: &'a Path,
    database: &'a str,
    nats: &'a str,
}

impl Starter<'_> {
    /// A node behind the balancer at `port`.
    fn node(&self, number: usize, port: u16) -> Result<Member, Failure> {
        let (name, own_port) = (format!("node-{number}"), free_port());
        let address = format!("127.0.0.1:{own_port}");
        let public_url = format!("http://127.0.0.1:{port}");
        let mut command = self.damier();
        command.args(["serve", "--listen", &address, "--trust-proxy", "--public-url", &public_url]);
        command.args(["--log", "json"]).env("DAMIER_DATABASE", self.database);
        self.member(name, Some(address), command, || answers(own_port, READINESS_PROBE))
    }

    fn worker(&self, number: usize) -> Result<Member, Failure> {
        let mut command = self.damier();
        command.args(["worker", "--threads", "1"]);
        let name = format!("worker-{number}");
        let log = self.folder.join(format!("{name}.log"));
        // It prints a line when it is.
        let is_ready = || fs::read_to_string(&log).is_ok_and(|said| said.contains("ready"));
        self.member(name, None, command, is_ready)
    }

    fn balancer(&self, port: u16, nodes: &[String]) -> Result<Member, Failure> {
        let address = format!("127.0.0.1:{port}");
        let mut site = BALANCER_SAMPLE.replace("127.0.0.1:4747", &address);
        for (sample, node) in SAMPLE_NODES.iter().zip(nodes) {
            site = site.replace(sample, node);
        }
        let folder = self.folder.display();
        let configuration = format!(
            "daemon off;\npid {folder}/nginx.pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n\
             client_body_temp_path {folder}/body;\nproxy_temp_path {folder}/proxy;\n\
             fastcgi_temp_path {folder}/fastcgi;\nuwsgi_temp_path {folder}/uwsgi;\nscgi_temp_path {folder}/scgi;\n\
             {site}\n}}\n"
        );
        let file = self.folder.join("nginx.conf");
        fs::write(&file, configuration).map_err(|error| cannot_write(&file, &error))?;
        let mut command = bound_to_parent(NGINX.program.as_ref(), "QUIT", None);
        command.arg("-c").arg(&file);
        self.member("balancer".into(), Some(address), command, || answers(port, READINESS_PROBE))
    }

    /// The program, told by its environment where the bus is: nothing of that is in the list of processes.
    fn damier(&self) -> Command {
        let mut command = bound_to_parent(self.program, "TERM", None);
        command.env("DAMIER_NATS", self.nats);
        command
    }

    fn member(
        &self,
        name: String,
        address: Option<String>,
        command: Command,
        is_ready: impl FnMut() -> bool,
    ) -> Result<Member, Failure> {
        let log = self.folder.join(format!("{name}.log"));
        let process = ServiceProcess::start(command, &log, is_ready).map_err(Failure::Task)?;
        Ok(Member { name, address, process })
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Task(format!("cannot write {}: {error}", path.display()))
}
