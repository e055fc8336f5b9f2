//! The drawing of a board.

use rules::{Info, Surface, View};

use crate::frame::{Area, frame, labels};
use crate::geometry::Geometry;
use crate::glyphs::translate;
use crate::palette::{Rgb, ThemeColours};
use crate::pieces::{PieceLook, piece, radial};
use crate::surfaces::{Canvas, RACK_LIP, linear};
use crate::xml::{Element, Number, group, rectangle, used};
use crate::{Palette, PictureOptions, Shape, marks};

/// Width and height of a card.
const CARD: [f64; 2] = [1200.0, 630.0];
/// Space between the edges of a card and the board.
const CARD_MARGIN: f64 = 30.0;
/// Space between the frame and the edges of the drawing, for its shadow.
const OUTER_MARGIN: f64 = 3.0;

/// The board of a view as an SVG document. `title` is what it shows, for those who do not see it; it may be
/// any text.
pub fn svg(info: &Info, view: &View, title: &str, options: PictureOptions) -> String {
    let PictureOptions { theme, palette, shape, coordinates, flipped } = options;
    let geometry = Geometry::new(&view.board, flipped, info.look.falling);
    let colours = theme.colours();
    // Pictures in one document share their definitions only if these are the same.
    let id = format!("{}-{}-{}", info.id, theme.id(), palette.id());
    let area = frame_area(info, &geometry, coordinates);
    let drawing =
        draw(info, view, &geometry, &Look { id: &id, colours, palette, area, coordinates });
    let size = [area.width + 2.0 * OUTER_MARGIN, area.height + 2.0 * OUTER_MARGIN];
    let corner = [area.x - OUTER_MARGIN, area.y - OUTER_MARGIN];
    let (view_box, [width, height], children) = match shape {
        Shape::Board => ([corner[0], corner[1], size[0], size[1]], size, drawing),
        Shape::Card => {
            let colours = theme.colours();
            ([0.0, 0.0, CARD[0], CARD[1]], CARD, card(&id, &colours, corner, size, drawing))
        }
    };
    let view_box = view_box.map(|number| Number(number).to_string()).join(" ");
    let document = Element::new("svg")
        .with("xmlns", "http://www.w3.org/2000/svg")
        .with("viewBox", view_box)
        .with("width", width)
        .with("height", height)
        .with("role", "img")
        .containing([Element::new("title").saying(title)])
        .containing(children);
    format!("{document}\n")
}

/// How a board is drawn.
struct Look<'a> {
    /// The beginning of all ids in the drawing.
    id: &'a str,
    colours: ThemeColours,
    palette: Palette,
    area: Area,
    coordinates: bool,
}

/// The board with its frame and pieces.
fn draw(info: &Info, view: &View, geometry: &Geometry<'_>, look: &Look<'_>) -> Vec<Element> {
    let Look { id, colours, palette, area, coordinates } = look;
    let surface = info.look.surface;
    let radius = piece_radius(surface);
    let mut defs = Element::new("defs");
    let wood = [(0.0, colours.wood_light), (0.55, colours.wood), (1.0, colours.wood_dark)];
    defs.push(linear(&format!("{id}-wood"), 0.9, &wood));
    for (index, style) in info.pieces.iter().enumerate() {
        let colour = Rgb(style.rgb).shown(*palette);
        let look = PieceLook { index, colour, radius, outlined: surface == Surface::Tiles };
        defs = defs.containing(piece(&format!("{id}-p{index}"), look));
    }
    let wood = format!("url(#{id}-wood)");
    let mut canvas = Canvas {
        id,
        info,
        geometry,
        grounds: info.grounds.iter().map(|style| Rgb(style.rgb).shown(*palette)).collect(),
        colours,
        defs,
        back: group().containing(frame(*area, wood, surface != Surface::Rack, colours)),
        front: group(),
    };
    canvas.draw_surface();
    let Canvas { defs, mut back, front, .. } = canvas;
    if *coordinates {
        back = back.containing(labels(info, geometry));
    }
    let last = marks::last_move(view, geometry, info.look.falling);
    let signs = marks::signs(view, geometry, radius);
    let pieces = standing(info, geometry, id);
    let layers = if info.look.falling {
        [defs, back, pieces, front, last, signs]
    } else {
        [defs, back, last, pieces, front, signs]
    };
    layers.into_iter().filter(|layer| !layer.is_empty()).collect()
}

/// The pieces in their places.
fn standing(info: &Info, geometry: &Geometry<'_>, id: &str) -> Element {
    let pieces = geometry.cells().filter_map(|(index, cell)| {
        let piece = cell.piece.filter(|piece| usize::from(*piece) < info.pieces.len())?;
        Some(used(&format!("{id}-p{piece}"), geometry.at(index)))
    });
    group().containing(pieces)
}

/// The radius of a piece on a surface.
const fn piece_radius(surface: Surface) -> f64 {
    match surface {
        Surface::Rack => 43.0,
        Surface::Tiles => 35.0,
        Surface::Cloth => 40.0,
    }
}

/// The outer edges of the frame.
fn frame_area(info: &Info, geometry: &Geometry<'_>, coordinates: bool) -> Area {
    let margin = match (geometry.has_gaps(), coordinates) {
        (true, _) => 26.0,
        (false, true) => 56.0,
        (false, false) => 36.0,
    };
    let rack = info.look.surface == Surface::Rack;
    let top = if rack { RACK_LIP + 10.0 } else { margin };
    let bottom = margin + if rack && coordinates { 14.0 } else { 0.0 };
    Area {
        x: -margin,
        y: -top,
        width: geometry.width() + 2.0 * margin,
        height: geometry.height() + top + bottom,
    }
}

/// The board in the middle of a card.
fn card(
    id: &str,
    colours: &ThemeColours,
    corner: [f64; 2],
    size: [f64; 2],
    drawing: Vec<Element>,
) -> Vec<Element> {
    let [width, height] = CARD;
    let scale = ((width - 2.0 * CARD_MARGIN) / size[0]).min((height - 2.0 * CARD_MARGIN) / size[1]);
    let x = (width - size[0] * scale) / 2.0 - corner[0] * scale;
    let y = (height - size[1] * scale) / 2.0 - corner[1] * scale;
    let page = format!("{id}-page");
    let middle = colours.page.mix(colours.page_edge, 0.5);
    let stops = [(0.0, colours.page), (0.5, middle), (1.0, colours.page_edge)];
    let transform = format!("{} scale({})", translate(x, y), Number(scale));
    vec![
        Element::new("defs").containing([radial(&page, stops, [0.5, 0.0, 1.1])]),
        rectangle([0.0, 0.0, width, height], 0.0).with("fill", format!("url(#{page})")),
        group().with("transform", transform).containing(drawing),
    ]
}
