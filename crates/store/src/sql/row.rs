//! Rows that statements yield.

use play::{Player, SeatKey, Time, Version};

use super::word;
use crate::Error;

/// Row that a statement yields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row(pub(crate) Vec<Column>);

/// Value of a column. A text is read as bytes, so that what is damaged is no failure of the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Column {
    Null,
    /// An integer; 0 and 1 also for what is false and true.
    Integer(i64),
    Text(Vec<u8>),
}

/// What a column can be read as.
pub(crate) trait FromColumn: Sized {
    /// Reads it; `None` if it is something else.
    fn read(column: &Column) -> Option<Self>;
}

impl Row {
    /// The value of a column.
    pub(crate) fn get<T: FromColumn>(&self, column: usize) -> Result<T, Error> {
        let value = self.0.get(column).and_then(T::read);
        value.ok_or_else(|| Error::Damaged(format!("column {column} of a row cannot be read")))
    }

    /// The bytes of a text.
    pub(crate) fn bytes(&self, column: usize) -> Option<&[u8]> {
        match self.0.get(column) {
            Some(Column::Text(bytes)) => Some(bytes),
            _ => None,
        }
    }
}

impl FromColumn for i64 {
    fn read(column: &Column) -> Option<Self> {
        match column {
            Column::Integer(number) => Some(*number),
            _ => None,
        }
    }
}

impl FromColumn for String {
    fn read(column: &Column) -> Option<Self> {
        match column {
            Column::Text(bytes) => Self::from_utf8(bytes.clone()).ok(),
            _ => None,
        }
    }
}

impl FromColumn for bool {
    fn read(column: &Column) -> Option<Self> {
        i64::read(column).map(|number| number != 0)
    }
}

impl FromColumn for u32 {
    fn read(column: &Column) -> Option<Self> {
        Self::try_from(i64::read(column)?).ok()
    }
}

impl FromColumn for u64 {
    fn read(column: &Column) -> Option<Self> {
        i64::read(column).map(|number| number.max(0).unsigned_abs())
    }
}

impl FromColumn for Time {
    fn read(column: &Column) -> Option<Self> {
        u64::read(column).map(Self)
    }
}

impl FromColumn for Version {
    fn read(column: &Column) -> Option<Self> {
        u64::read(column).map(Self)
    }
}

impl FromColumn for Player {
    fn read(column: &Column) -> Option<Self> {
        word(&String::read(column)?)
    }
}

impl FromColumn for SeatKey {
    fn read(column: &Column) -> Option<Self> {
        Self::try_from(String::read(column)?).ok()
    }
}

impl<T: FromColumn> FromColumn for Option<T> {
    fn read(column: &Column) -> Option<Self> {
        match column {
            Column::Null => Some(None),
            column => T::read(column).map(Some),
        }
    }
}
