//! The SQL that both databases speak.

/// The tables; the type of a number that counts up has another name in each database.
pub(super) const TABLES: &str = include_str!("../../data/orders.sql");

/// The parameter is a pattern.
pub(super) const FIND_USERS: &str = r"
    SELECT id, name, email, credit_limit, owed FROM users
    WHERE lower(name) LIKE $1 ESCAPE '\' OR lower(email) LIKE $1 ESCAPE '\'
    ORDER BY name, id LIMIT 20";

pub(super) const USER: &str = "SELECT id, name, email, credit_limit, owed FROM users WHERE id = $1";

pub(super) const PRODUCT: &str = "SELECT sku, name, price, stock FROM products WHERE sku = $1";

pub(super) const SKUS: &str = "SELECT sku FROM products ORDER BY sku LIMIT 20";

pub(super) const SEARCH_ORDERS: &str = "
    SELECT id, sku, quantity, total, status FROM orders
    WHERE user_id = $1 AND (CAST($2 AS TEXT) IS NULL OR status = CAST($2 AS TEXT))
    ORDER BY id DESC LIMIT $3";

pub(super) const TAKE_FROM_STOCK: &str = "UPDATE products SET stock = stock - $1 WHERE sku = $2";

pub(super) const OWE: &str = "UPDATE users SET owed = owed + $1 WHERE id = $2";

pub(super) const INSERT_ORDER: &str = "
    INSERT INTO orders (user_id, sku, quantity, total) VALUES ($1, $2, $3, $4) RETURNING id";

/// The pattern of a text that stands anywhere, in whatever case.
pub(super) fn containing(text: &str) -> String {
    let mut pattern = String::from("%");
    for letter in text.to_lowercase().chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}
