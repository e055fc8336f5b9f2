//! Texts for terminals that show nothing but ASCII.

/// ASCII transliteration of a text.
pub fn ascii(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            _ if c.is_ascii() => out.push(c),
            'à' | 'â' => out.push('a'),
            'ç' => out.push('c'),
            'è' | 'é' | 'ê' | 'ë' => out.push('e'),
            'î' | 'ï' => out.push('i'),
            'ô' | '○' | '□' => out.push('o'),
            'ù' | 'û' => out.push('u'),
            'À' | 'Â' => out.push('A'),
            'É' | 'È' | 'Ê' => out.push('E'),
            'œ' => out.push_str("oe"),
            '–' | '—' | '·' | '─' | '−' => out.push('-'),
            '×' => out.push('x'),
            '≤' => out.push_str("<="),
            '≥' => out.push_str(">="),
            '↑' | '▲' => out.push('^'),
            '↓' | '▼' => out.push('v'),
            '←' | '‹' => out.push('<'),
            '→' | '›' => out.push('>'),
            '│' | '├' => out.push('|'),
            '└' => out.push('`'),
            '■' => out.push('#'),
            '✂' => out.push('%'),
            'α' => out.push_str("alpha"),
            'β' => out.push_str("beta"),
            '∞' => out.push_str("inf"),
            '…' => out.push_str("..."),
            '’' => out.push('\''),
            '«' | '»' | '“' | '”' => out.push('"'),
            '±' => out.push_str("+-"),
            '¼' => out.push_str("1/4"),
            '½' => out.push_str("1/2"),
            '¾' => out.push_str("3/4"),
            '•' | '●' | '█' => out.push('*'),
            _ if c.is_whitespace() => out.push(' '),
            _ => out.push('?'),
        }
    }
    out
}
