//! How pieces are drawn: turned discs with a rim, lit from the top left, with a sign for each seat.

use crate::palette::Rgb;
use crate::xml::{Element, Number, circle, group, path};

/// A radial gradient around a point, as shares of the shape.
pub(crate) fn radial(id: &str, stops: [(f64, Rgb); 3], [cx, cy, r]: [f64; 3]) -> Element {
    let gradient = Element::new("radialGradient").with("id", id);
    gradient.with("cx", cx).with("cy", cy).with("r", r).containing(stops.map(stop))
}

/// A colour of a gradient.
pub(crate) fn stop((offset, colour): (f64, Rgb)) -> Element {
    Element::new("stop").with("offset", offset).with("stop-color", colour)
}

/// What a piece looks like.
#[derive(Clone, Copy)]
pub(crate) struct PieceLook {
    /// The number of the piece, which decides its sign.
    pub(crate) index: usize,
    pub(crate) colour: Rgb,
    pub(crate) radius: f64,
    /// Whether it must stand out from any ground.
    pub(crate) outlined: bool,
}

/// The definition of a piece, to be used by its id.
pub(crate) fn piece(id: &str, look: PieceLook) -> [Element; 3] {
    let PieceLook { colour, radius, outlined, .. } = look;
    let bright = colour.luminance() > 0.4;
    let dark = colour.luminance() < 0.03;
    let edge = colour.darker(if bright { 0.55 } else { 0.66 });
    let shadow = |x: f64, y: f64, r: f64| circle(radius * x, radius * y, radius * r);
    let mut body = group().with("id", id).containing([
        shadow(0.05, 0.14, 1.02).with("opacity", 0.16),
        shadow(0.03, 0.08, 1.01).with("opacity", 0.22),
        circle(0.0, 0.0, radius).with("fill", edge),
    ]);
    if outlined {
        body.push(circle(0.0, 0.0, radius * 0.955).with("fill", Rgb(0x00ff_f7e6)));
    }
    let rim = radius * if outlined { 0.865 } else { 0.955 };
    let recess = colour.darker(if bright { 0.24 } else { 0.42 });
    body.push(circle(0.0, 0.0, rim).with("fill", format!("url(#{id}-rim)")));
    body.push(circle(0.0, 0.0, rim * 0.77).with("fill", recess));
    body.push(circle(0.0, rim * 0.025, rim * 0.745).with("fill", format!("url(#{id}-dish)")));
    body.push(sign(look, rim, bright, dark));
    let [x, y, r, to_x, to_y] = [-0.78, -0.36, 0.86, 0.1, -0.855].map(|share| Number(rim * share));
    body.push(
        path(format!("M{x} {y}A{r} {r} 0 0 1 {to_x} {to_y}"))
            .with("fill", "none")
            .with("stroke", Rgb(0x00ff_ffff))
            .with("stroke-width", rim * 0.075)
            .with("stroke-linecap", "round")
            .with("opacity", if dark { 0.34 } else { 0.55 }),
    );
    let (light, glow) = if dark { (0.3, 0.22) } else { (0.38, 0.3) };
    let rim_stops = [(0.0, colour.lighter(light)), (0.5, colour), (1.0, colour.darker(0.34))];
    let dish_stops = [(0.0, colour.darker(0.22)), (0.55, colour), (1.0, colour.lighter(glow))];
    [
        radial(&format!("{id}-rim"), rim_stops, [0.36, 0.28, 0.78]),
        radial(&format!("{id}-dish"), dish_stops, [0.42, 0.3, 0.85]),
        body,
    ]
}

/// The sign on a piece, so that seats differ in more than colour.
fn sign(PieceLook { index, colour, .. }: PieceLook, rim: f64, bright: bool, dark: bool) -> Element {
    let ink = if bright {
        colour.darker(0.62)
    } else {
        colour.mix(Rgb(0x00ff_f6e2), if dark { 0.72 } else { 0.86 })
    };
    let share = |share: f64| Number(rim * share);
    let outline = match index % 4 {
        0 => return circle(0.0, 0.0, rim * 0.25).with("fill", ink),
        1 => format!("M0 {n}L{p} 0 0 {p} {n} 0z", p = share(0.33), n = share(-0.33)),
        2 => format!("M0 {}L{} {}H{}z", share(-0.32), share(0.3), share(0.2), share(-0.3)),
        _ => format!("M{n} {n}L{p} {p}M{n} {p}L{p} {n}", p = share(0.25), n = share(-0.25)),
    };
    path(outline)
        .with("fill", "none")
        .with("stroke", ink)
        .with("stroke-width", rim * 0.11)
        .with("stroke-linejoin", "round")
        .with("stroke-linecap", "round")
}
