//! Categories and their numbers.

use std::collections::BTreeMap;

use super::super::Connection;
use super::super::values::damaged;
use crate::{Category, SeedClass};

/// A seed class as in databases: no name may change.
pub(super) fn class_name(class: SeedClass) -> &'static str {
    match class {
        SeedClass::Daily => "daily",
        SeedClass::Drawn => "drawn",
        SeedClass::Chosen => "chosen",
        SeedClass::Ranked => "ranked",
        SeedClass::RankedDaily => "ranked_daily",
        SeedClass::Contest => "contest",
    }
}

pub(crate) fn class(name: &str) -> sqlx::Result<SeedClass> {
    let mut classes = SeedClass::ALL.into_iter();
    classes.find(|class| class_name(*class) == name).ok_or_else(|| damaged("a seed class is unknown"))
}

/// Returns the number of a category, if it has one.
pub(crate) async fn category_id(connection: &mut Connection, category: &Category) -> sqlx::Result<Option<i64>> {
    let sql = "SELECT id FROM categories WHERE game = $1 AND rules = $2 AND options = $3 AND class = $4";
    let query = sqlx::query_scalar(sql).bind(&category.game).bind(i64::from(category.rules)).bind(&category.options);
    query.bind(class_name(category.class)).fetch_optional(connection).await
}

/// Returns the number of a category, after inserting it if it is new. Categories in `known` are not looked up again.
pub(crate) async fn known_or_new_category(
    connection: &mut Connection,
    known: &mut BTreeMap<Category, i64>,
    category: Category,
) -> sqlx::Result<i64> {
    if let Some(id) = known.get(&category) {
        return Ok(*id);
    }
    let id = match category_id(connection, &category).await? {
        Some(id) => id,
        None => new_category(connection, &category).await?,
    };
    known.insert(category, id);
    Ok(id)
}

/// Inserts a category, unless another instance has inserted it.
async fn new_category(connection: &mut Connection, category: &Category) -> sqlx::Result<i64> {
    let sql = "INSERT INTO categories (game, rules, options, class) VALUES ($1, $2, $3, $4)
        ON CONFLICT (game, rules, options, class) DO NOTHING";
    let query = sqlx::query(sql).bind(&category.game).bind(i64::from(category.rules)).bind(&category.options);
    query.bind(class_name(category.class)).execute(&mut *connection).await?;
    category_id(connection, category).await?.ok_or_else(|| damaged("a category was deleted"))
}
