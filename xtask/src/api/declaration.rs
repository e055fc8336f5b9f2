//! The declaration of an item, cut out of its source.

/// The declaration at the beginning of an item's source, in one line: without its body, value, attributes and comments.
pub(super) fn declaration(source: &str, kind: &str) -> String {
    let lines = source.lines().map(str::trim);
    let code: Vec<_> =
        lines.filter(|line| !line.starts_with("//") && !line.starts_with("#[")).collect();
    let code = code.join(" ");
    let end = match kind {
        // The variant's fields are part of it.
        "variant" | "struct_field" | "type_alias" => code.find(" = ").filter(|_| kind == "variant"),
        "constant" | "static" | "assoc_const" => code.find(" = "),
        // The fields of a tuple are listed by themselves, where they are public.
        "struct" => code.find(['{', '(', ';']),
        _ => code.find(['{', ';']),
    };
    let code = code[..end.unwrap_or(code.len())].trim_end_matches([' ', ';', ',']);
    let words: Vec<_> = code.split_whitespace().collect();
    words.join(" ").replace("( ", "(").replace(", )", ")").replace(",)", ")")
}

/// The source between two places, whose lines and columns count from one.
pub(super) fn slice(text: &str, begin: (usize, usize), end: (usize, usize)) -> Option<String> {
    let lines: Vec<_> = text.lines().collect();
    let (first, last) = (begin.0.checked_sub(1)?, end.0.checked_sub(1)?);
    let mut slice = Vec::new();
    for (number, line) in lines.iter().enumerate().take(last + 1).skip(first) {
        let from = if number == first { begin.1.checked_sub(1)? } else { 0 };
        let to = if number == last { end.1.checked_sub(1)? } else { usize::MAX };
        slice.push(line.chars().take(to).skip(from).collect::<String>());
    }
    (!slice.is_empty()).then(|| slice.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_has_no_body_value_or_comment() {
        for (source, kind, expected) in [
            (
                "pub fn play(&self, m: M)\n    -> Self\n{\n    todo\n}",
                "function",
                "pub fn play(&self, m: M) -> Self",
            ),
            (
                "pub fn new(\n    one: u8,\n    two: u8,\n) -> Self {}",
                "function",
                "pub fn new(one: u8, two: u8) -> Self",
            ),
            ("pub struct Value(i32);", "struct", "pub struct Value"),
            (
                "pub struct Line<P: Position> {\n    a: u8,\n}",
                "struct",
                "pub struct Line<P: Position>",
            ),
            ("pub const ALL: [Self; 2] = [A, B];", "constant", "pub const ALL: [Self; 2]"),
            ("pub type List<M> = Vec<M>;", "type_alias", "pub type List<M> = Vec<M>"),
            (
                "Win {\n    /// How soon.\n    #[serde(skip)]\n    plies: u16,\n}",
                "variant",
                "Win { plies: u16, }",
            ),
            ("pub name: String", "struct_field", "pub name: String"),
        ] {
            assert_eq!(declaration(source, kind), expected);
        }
    }

    #[test]
    fn a_slice_is_cut_at_both_ends() {
        let text = "one two\nthree\nfour five";
        assert_eq!(slice(text, (1, 5), (3, 5)).as_deref(), Some("two\nthree\nfour"));
        assert_eq!(slice(text, (2, 1), (2, 6)).as_deref(), Some("three"));
        assert_eq!(slice(text, (9, 1), (9, 6)), None);
    }
}
