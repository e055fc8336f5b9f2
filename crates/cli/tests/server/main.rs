//! The server at a real address: pages, questions, sockets, and what survives.

mod analyses;
mod analysis;
#[cfg(target_os = "linux")]
mod backup;
mod blocking;
mod bots;
#[cfg(unix)]
mod broken_streams;
mod browser_engines;
mod client;
#[cfg(target_os = "linux")]
mod clocks;
#[cfg(unix)]
mod cluster;
#[cfg(target_os = "linux")]
mod cluster_clocks;
#[cfg(target_os = "linux")]
mod cluster_faults;
#[cfg(unix)]
mod deploy;
mod documented;
#[cfg(unix)]
mod drain;
mod earlier;
mod engine_queue;
mod fair_play;
mod faults;
#[cfg(target_os = "linux")]
mod full_disk;
mod history;
mod hostile;
#[cfg(target_os = "linux")]
mod hot_backup;
mod http;
mod json_schema;
mod keeping;
mod killed;
mod lan_sharing;
mod limits;
mod lists;
#[cfg(target_os = "linux")]
mod load;
mod metrics;
#[cfg(target_os = "linux")]
mod mixed_faults;
mod newer_events;
mod nodes;
mod one_server;
mod online;
mod openapi;
#[cfg(unix)]
mod outage_clocks;
#[cfg(unix)]
mod own_bots;
mod owners;
mod pairing;
mod parsing;
mod pictures;
mod played;
mod postgres;
mod previous_protocol;
mod program;
#[cfg(unix)]
mod proxies;
mod public_url;
mod quotas;
mod remote_client;
mod running;
mod shared_folder;
mod shares;
mod socket;
#[cfg(unix)]
mod supervised;
mod think;
mod tiles;
#[cfg(unix)]
mod workers;
mod you;

use testkit::time_limit;
