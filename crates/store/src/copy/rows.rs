//! Rows of a table: read and inserted in batches, alike in both databases.

use serde_json::Value;
use sha2::{Digest, Sha256};
use sqlx::AssertSqlSafe;

use super::table::Table;
use crate::Error;
use crate::sql::{Arg, Column, Row, Sql};

/// How many rows are read, and inserted, by one statement.
const BATCH_ROWS: usize = 500;

/// Count and checksum of rows, in the order of their keys.
#[derive(Clone, Default)]
pub(super) struct RowDigest {
    pub(super) rows: u64,
    hash: Sha256,
}

impl RowDigest {
    pub(super) fn add_all(&mut self, rows: &[Row]) {
        self.rows += rows.len() as u64;
        for column in rows.iter().flat_map(|row| &row.0) {
            match column {
                Column::Null => self.hash.update([0]),
                Column::Integer(number) => {
                    self.hash.update([1]);
                    self.hash.update(number.to_le_bytes());
                }
                Column::Text(text) => {
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

/// Reads the rows behind `after` in the order of their keys: none at the end of the table.
pub(super) async fn read(
    db: &mut impl Sql,
    table: &Table,
    after: Option<&Row>,
) -> Result<Vec<Row>, Error> {
    let Table { name, key, key_columns, .. } = table;
    let all = table.column_names();
    let (mut behind, mut args) = (String::new(), Vec::new());
    if let Some(after) = after {
        let places: Vec<_> = (1..=key_columns.len()).map(|place| format!("${place}")).collect();
        behind = format!("WHERE ({key}) > ({})", places.join(", "));
        for &index in key_columns {
            args.push(match after.0.get(index) {
                Some(Column::Integer(number)) => Arg::from(*number),
                _ => Arg::from(after.get::<String>(index)?),
            });
        }
    }
    let select = format!("SELECT {all} FROM {name} {behind} ORDER BY {key} LIMIT {BATCH_ROWS}");
    db.rows(AssertSqlSafe(select), &args).await
}

pub(super) async fn insert(db: &mut impl Sql, table: &Table, rows: &[Row]) -> Result<(), Error> {
    let value = |(index, (_, is_integer)): (usize, &(String, bool))| match is_integer {
        true => format!("CAST(value ->> {index} AS BIGINT)"),
        false => format!("value ->> {index}"),
    };
    let values: Vec<_> = table.columns.iter().enumerate().map(value).collect();
    let insert = format!(
        "INSERT INTO {} ({}) SELECT {} FROM json_each($1)",
        table.name,
        table.column_names(),
        values.join(", ")
    );
    let rows = rows.iter().map(|row| encode(table, row)).collect::<Result<_, _>>()?;
    db.execute(AssertSqlSafe(insert), &[Arg::Rows(rows)]).await?;
    Ok(())
}

fn encode(table: &Table, row: &Row) -> Result<Value, Error> {
    let value = |column: &Column| match column {
        Column::Null => Ok(Value::Null),
        Column::Integer(number) => Ok(Value::from(*number)),
        Column::Text(bytes) => match str::from_utf8(bytes) {
            Ok(text) => Ok(Value::from(text)),
            Err(error) => Err(Error::Damaged(format!("table {}: {error}", table.name))),
        },
    };
    row.0.iter().map(value).collect()
}
