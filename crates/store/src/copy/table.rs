//! Tables, as the schema has them.

use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use crate::sql::{Row, Sql};
use crate::{Error, Sqlite};

/// A table. Both databases have the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Table {
    pub(super) name: String,
    /// Its columns, each with whether it has integers.
    pub(super) columns: Vec<(String, bool)>,
    /// Names of the columns of its primary key, for statements.
    pub(super) key: String,
    /// Places of the columns of its primary key.
    pub(super) key_columns: Vec<usize>,
}

impl Table {
    /// All tables, each behind those that it refers to: in the order in which migrations made them, in a database that
    /// is made for that and is empty.
    pub(super) async fn all() -> Result<Vec<Self>, Error> {
        let options = SqliteConnectOptions::new().in_memory(true);
        let mut db = options.connect().await?;
        Sqlite::migrate(&mut db).await?;
        let names = db
            .rows(
                "SELECT name FROM sqlite_schema WHERE type = 'table'
                   AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_sqlx\\_%' ESCAPE '\\'
                 ORDER BY rowid",
                &[],
            )
            .await?;
        let mut tables = Vec::new();
        for row in names {
            tables.push(Self::read(&mut db, row.get(0)?).await?);
        }
        Ok(tables)
    }

    async fn read(db: &mut impl Sql, name: String) -> Result<Self, Error> {
        let select = "SELECT name, type = 'INTEGER', pk FROM pragma_table_info($1) ORDER BY cid";
        let columns = db.rows(select, &[(&name).into()]).await?;
        let mut key: Vec<(i64, usize)> = Vec::new();
        for (index, column) in columns.iter().enumerate() {
            let place: i64 = column.get(2)?;
            if place > 0 {
                key.push((place, index));
            }
        }
        key.sort_unstable();
        let key_columns: Vec<_> = key.into_iter().map(|(_, index)| index).collect();
        let column = |row: &Row| Ok((row.get::<String>(0)?, row.get(1)?));
        let columns = columns.iter().map(column).collect::<Result<Vec<_>, Error>>()?;
        let key: Vec<_> = key_columns.iter().map(|&index| quoted(&columns[index].0)).collect();
        Ok(Self { name, key: key.join(", "), columns, key_columns })
    }

    /// Names of all columns, for statements.
    pub(super) fn column_names(&self) -> String {
        let names: Vec<_> = self.columns.iter().map(|(name, _)| quoted(name)).collect();
        names.join(", ")
    }
}

fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}
