//! `damier --lan`: prints the addresses on the local network, also as a QR code.

use std::io;
use std::net::SocketAddr;

use server::Qr;
use texts::text;

use crate::board_picture::Script;
use crate::color_mode::ColorMode;
use crate::context::Context;

/// Background of the QR code: white.
const QR_BACKGROUND_RGB: u32 = 0x00ff_ffff;

/// Prints where others on the network find the page that listens at `address`.
pub(crate) fn print_addresses(address: SocketAddr, context: &mut Context<'_>) -> io::Result<()> {
    let addresses: Vec<_> = server::lan_addresses()
        .into_iter()
        .map(|ip| format!("http://{}/", SocketAddr::new(ip.into(), address.port())))
        .collect();
    let Some(first) = addresses.first() else {
        context.remark(&text!("serve-no-lan"));
        return Ok(());
    };
    context.print(&text!("serve-pass-on"))?;
    for address in &addresses {
        writeln!(context.out, "  {address}")?;
    }
    let script = context.script(false);
    // Without half blocks there is no code that a telephone could read.
    if let Some(code) = Qr::new(first).filter(|_| script == Script::Unicode) {
        let paint = ColorMode::on_terminal(context, script);
        for line in half_blocks(&code) {
            writeln!(context.out, "{}", paint.on(QR_BACKGROUND_RGB, &line))?;
        }
    }
    Ok(())
}

/// Lines of a QR code in half blocks, each two rows high. Without colours the code is probably light on
/// dark, which readers accept, too.
pub(crate) fn half_blocks(code: &Qr) -> Vec<String> {
    let width = code.width();
    let half = |column: usize, row: usize| match (
        code.is_dark(column, row),
        row + 1 < width && code.is_dark(column, row + 1),
    ) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    };
    (0..width).step_by(2).map(|row| (0..width).map(|column| half(column, row)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_drawn_two_rows_a_line() {
        let code = Qr::new("http://192.168.1.5:4747/").expect("a code");
        let lines = half_blocks(&code);
        assert_eq!(lines.len(), code.width().div_ceil(2));
        assert!(lines.iter().all(|line| line.chars().count() == code.width()));
        // The margin of four, then the corner: seven dark modules over one.
        assert!(lines[0].trim().is_empty() && lines[1].trim().is_empty());
        assert!(lines[2].starts_with("    █▀▀▀▀▀█ "), "{}", lines[2]);
    }
}
