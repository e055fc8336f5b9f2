//! Elements of a drawing, and how they are written.

use std::fmt::{self, Display, Write};

use crate::geometry::Point;
use crate::palette::Rgb;

/// Value of an attribute.
pub(crate) enum Value {
    Number(f64),
    Colour(Rgb),
    Text(String),
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<Rgb> for Value {
    fn from(colour: Rgb) -> Self {
        Self::Colour(colour)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// Number with at most three decimals.
pub(crate) struct Number(pub(crate) f64);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.3}", self.0);
        let short = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if short == "-0" { "0" } else { short })
    }
}

/// Element of an SVG document.
pub(crate) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, Value)>,
    children: Vec<Element>,
    text: String,
}

impl Element {
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, attributes: Vec::new(), children: Vec::new(), text: String::new() }
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    pub(crate) fn containing(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }

    pub(crate) fn saying(mut self, text: impl Into<String>) -> Self {
        self.text = text.into();
        self
    }

    pub(crate) fn push(&mut self, child: Self) {
        self.children.push(child);
    }

    /// Whether a child has that id.
    pub(crate) fn has_child(&self, id: &str) -> bool {
        let is_id = |(name, value): &(_, Value)| {
            *name == "id" && matches!(value, Value::Text(text) if text == id)
        };
        self.children.iter().any(|child| child.attributes.iter().any(is_id))
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.children.is_empty()
    }
}

/// A group of elements.
pub(crate) const fn group() -> Element {
    Element::new("g")
}

pub(crate) fn path(d: impl Into<String>) -> Element {
    Element::new("path").with("d", d.into())
}

/// A circle around a point.
pub(crate) fn circle(x: f64, y: f64, r: f64) -> Element {
    Element::new("circle").with("cx", x).with("cy", y).with("r", r)
}

/// What has that id, moved to a point.
pub(crate) fn used(id: &str, Point { x, y }: Point) -> Element {
    let moved = format!("translate({} {})", Number(x), Number(y));
    Element::new("use").with("href", format!("#{id}")).with("transform", moved)
}

/// A rectangle with round corners.
pub(crate) fn rectangle([x, y, width, height]: [f64; 4], rx: f64) -> Element {
    let rectangle = Element::new("rect").with("x", x).with("y", y);
    rectangle.with("width", width).with("height", height).with("rx", rx)
}

impl Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}", self.name)?;
        for (name, value) in &self.attributes {
            write!(f, " {name}=\"")?;
            match value {
                Value::Number(number) => write!(f, "{}", Number(*number))?,
                Value::Colour(colour) => write!(f, "{colour}")?,
                Value::Text(text) => escape(text, f)?,
            }
            f.write_char('"')?;
        }
        if self.children.is_empty() && self.text.is_empty() {
            return f.write_str("/>");
        }
        f.write_char('>')?;
        escape(&self.text, f)?;
        for child in &self.children {
            write!(f, "\n{child}")?;
        }
        write!(f, "</{}>", self.name)
    }
}

/// Writes a text so that it is nothing but text, in an attribute too. Characters that XML 1.0 forbids are replaced.
fn escape(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for c in text.chars() {
        match c {
            '&' => f.write_str("&amp;")?,
            '<' => f.write_str("&lt;")?,
            '>' => f.write_str("&gt;")?,
            '"' => f.write_str("&quot;")?,
            '\'' => f.write_str("&#39;")?,
            '\t' | '\n' | '\r' => f.write_char(' ')?,
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => f.write_char('\u{fffd}')?,
            c => f.write_char(c)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (number, text) in
            [(0.0, "0"), (-0.0001, "0"), (1.5, "1.5"), (100.0, "100"), (-33.2556, "-33.256")]
        {
            assert_eq!(Number(number).to_string(), text);
        }
    }

    #[test]
    fn texts_stay_texts() {
        let hostile = "</title><script>\"'&\u{0}\u{ffff}\n";
        let title = Element::new("title").with("class", hostile).saying(hostile).to_string();
        let escaped = "&lt;/title&gt;&lt;script&gt;&quot;&#39;&amp;\u{fffd}\u{fffd} ";
        assert_eq!(title, format!("<title class=\"{escaped}\">{escaped}</title>"));
    }
}
