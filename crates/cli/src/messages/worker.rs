//! Messages of `damier worker`.

use rules::Text;

pub(crate) fn no_nats() -> Text {
    texts::text("worker-no-nats", &[])
}

pub(crate) fn ready(threads: u16) -> Text {
    texts::text("worker-ready", &[("threads", usize::from(threads).into())])
}
