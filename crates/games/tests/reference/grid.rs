//! Rows of letters, and squares on them.

/// The letters of a board, the top row first.
pub(super) type Grid = Vec<Vec<char>>;

/// Row from the top and column from the left.
pub(super) type Square = (i32, i32);

/// An empty square.
pub(super) const EMPTY: char = '.';

/// The four straight directions.
pub(super) const STRAIGHT: [(i32, i32); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// The four diagonal directions.
pub(super) const DIAGONAL: [(i32, i32); 4] = [(-1, 1), (1, 1), (1, -1), (-1, -1)];

/// Reads rows with `/` between, where a digit is a run of empty squares.
pub(super) fn read(text: &str) -> Grid {
    let mut grid = Grid::new();
    for row in text.split('/') {
        let mut letters = Vec::new();
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(run) => letters.extend(vec![EMPTY; run as usize]),
                None => letters.push(letter),
            }
        }
        grid.push(letters);
    }
    grid
}

/// Writes what [`read`] reads: the longest runs are replaced first.
pub(super) fn write(grid: &Grid) -> String {
    let rows: Vec<String> = grid.iter().map(|row| row.iter().collect()).collect();
    (1..=8).rev().fold(rows.join("/"), |text, run| {
        text.replace(&String::from(EMPTY).repeat(run), &run.to_string())
    })
}

/// Every square, in reading order.
pub(super) fn squares(grid: &Grid) -> Vec<Square> {
    let mut squares = Vec::new();
    for (row, letters) in grid.iter().enumerate() {
        for column in 0..letters.len() {
            squares.push((row as i32, column as i32));
        }
    }
    squares
}

/// The squares with that letter, in reading order.
pub(super) fn find(grid: &Grid, letter: char) -> Vec<Square> {
    squares(grid).into_iter().filter(|&square| at(grid, square) == Some(letter)).collect()
}

/// The letter on a square; `None` beyond the edge.
pub(super) fn at(grid: &Grid, (row, column): Square) -> Option<char> {
    let row = grid.get(usize::try_from(row).ok()?)?;
    row.get(usize::try_from(column).ok()?).copied()
}

/// The same board with another letter on a square.
pub(super) fn with(grid: &Grid, (row, column): Square, letter: char) -> Grid {
    let mut grid = grid.clone();
    grid[row as usize][column as usize] = letter;
    grid
}

/// The square one step on.
pub(super) fn step(square: Square, direction: (i32, i32)) -> Square {
    (square.0 + direction.0, square.1 + direction.1)
}

/// The name of a square as in chess: the bottom rank is 1.
pub(super) fn name(grid: &Grid, (row, column): Square) -> String {
    format!("{}{}", file(column), grid.len() as i32 - row)
}

/// The letter of a column.
pub(super) fn file(column: i32) -> char {
    char::from(b'a' + column as u8)
}

/// The square with that name.
pub(super) fn named(grid: &Grid, wanted: &str) -> Square {
    squares(grid)
        .into_iter()
        .find(|&square| name(grid, square) == wanted)
        .unwrap_or_else(|| panic!("no square {wanted}"))
}

/// The names of squares, sorted.
pub(super) fn names(grid: &Grid, squares: &[Square]) -> Vec<String> {
    sorted(squares.iter().map(|&square| name(grid, square)).collect())
}

/// The same texts, sorted.
pub(super) fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

/// The letter of a field that is one letter.
pub(super) fn letter(field: &str) -> char {
    field.chars().next().expect("a field is not empty")
}

/// The opponent of `x` or `o`.
pub(super) fn other(side: char) -> char {
    if side == 'x' { 'o' } else { 'x' }
}
