//! Rows of a table: read and inserted in batches, alike in both databases.

use sha2::{Digest, Sha256};
use sqlx::query_builder::QueryBuilder;
use sqlx::{ColumnIndex, Database, Decode, Encode, Executor, IntoArguments, Row, Type};

use super::tables::{ColumnType, Table};
use crate::Error;

/// How many rows are read, and inserted, by one statement. A row has at most 20 columns, and a statement of SQLite 32,766
/// values.
const BATCH_ROWS: usize = 500;

/// A value of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Text(Option<String>),
    Integer(Option<i64>),
}

/// Count and checksum of rows, in the order of their keys.
#[derive(Clone, Default)]
pub(super) struct RowDigest {
    pub(super) rows: u64,
    hash: Sha256,
}

impl RowDigest {
    pub(super) fn add_all(&mut self, rows: &[Vec<Value>]) {
        self.rows += rows.len() as u64;
        for value in rows.iter().flatten() {
            match value {
                Value::Text(None) | Value::Integer(None) => self.hash.update([0]),
                Value::Integer(Some(number)) => {
                    self.hash.update([1]);
                    self.hash.update(number.to_le_bytes());
                }
                Value::Text(Some(text)) => {
                    self.hash.update([2]);
                    self.hash.update((text.len() as u64).to_le_bytes());
                    self.hash.update(text);
                }
            }
        }
    }

    /// The count and the SHA-256 of all values.
    pub(super) fn finish(self) -> (u64, [u8; 32]) {
        (self.rows, self.hash.finalize().into())
    }
}

/// Database whose tables have texts and integers.
pub(super) trait TextAndIntegers: Database {
    /// The statement for the rows behind `after` in the order of their keys.
    fn select(table: &Table, after: Option<&[Value]>) -> QueryBuilder<Self>;

    /// The statement that inserts rows.
    fn insert(table: &Table, rows: &[Vec<Value>]) -> QueryBuilder<Self>;

    /// Reads a row.
    fn decode(table: &Table, row: &Self::Row) -> Result<Vec<Value>, Error>;
}

impl<DB> TextAndIntegers for DB
where
    DB: Database,
    usize: ColumnIndex<DB::Row>,
    for<'q> Option<String>: Encode<'q, DB> + Type<DB> + Decode<'q, DB>,
    for<'q> Option<i64>: Encode<'q, DB> + Type<DB> + Decode<'q, DB>,
    for<'q> i64: Encode<'q, DB> + Type<DB>,
{
    fn select(table: &Table, after: Option<&[Value]>) -> QueryBuilder<Self> {
        let key = columns(&table.columns[..table.key]);
        let all = columns(table.columns);
        let mut query = QueryBuilder::new(format!("SELECT {all} FROM {}", table.name));
        if let Some(after) = after {
            query.push(format!(" WHERE ({key}) > ("));
            for (index, value) in after[..table.key].iter().enumerate() {
                if index > 0 {
                    query.push(", ");
                }
                match value.clone() {
                    Value::Text(text) => query.push_bind(text),
                    Value::Integer(number) => query.push_bind(number),
                };
            }
            query.push(")");
        }
        query.push(format!(" ORDER BY {key} LIMIT {BATCH_ROWS}"));
        query
    }

    fn insert(table: &Table, rows: &[Vec<Value>]) -> QueryBuilder<Self> {
        let all = columns(table.columns);
        let mut query = QueryBuilder::new(format!("INSERT INTO {} ({all}) ", table.name));
        query.push_values(rows, |mut values, row| {
            for value in row.clone() {
                match value {
                    Value::Text(text) => values.push_bind(text),
                    Value::Integer(number) => values.push_bind(number),
                };
            }
        });
        query
    }

    fn decode(table: &Table, row: &Self::Row) -> Result<Vec<Value>, Error> {
        let types = table.columns.iter().enumerate();
        types
            .map(|(index, (_, of_type))| {
                Ok(match of_type {
                    ColumnType::Text => Value::Text(row.try_get(index)?),
                    ColumnType::Integer => Value::Integer(row.try_get(index)?),
                })
            })
            .collect()
    }
}

/// Names of columns for a statement.
fn columns(columns: &[(&str, ColumnType)]) -> String {
    let names: Vec<_> = columns.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    names.join(", ")
}

/// Reads the rows behind `after`: none at the end of the table.
pub(super) async fn read<DB>(
    db: &mut DB::Connection,
    table: &Table,
    after: Option<&[Value]>,
) -> Result<Vec<Vec<Value>>, Error>
where
    DB: TextAndIntegers,
    DB::Arguments: IntoArguments<DB>,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
{
    let damaged = |error: Error| Error::Damaged(format!("table {}: {error}", table.name));
    let mut query = DB::select(table, after);
    let rows = query.build().fetch_all(db).await?;
    rows.iter().map(|row| DB::decode(table, row).map_err(damaged)).collect()
}

/// Inserts rows.
pub(super) async fn insert<DB>(
    db: &mut DB::Connection,
    table: &Table,
    rows: &[Vec<Value>],
) -> Result<(), Error>
where
    DB: TextAndIntegers,
    DB::Arguments: IntoArguments<DB>,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
{
    let mut query = DB::insert(table, rows);
    query.build().execute(db).await?;
    Ok(())
}
