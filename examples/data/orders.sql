-- The tables of the `orders` example, with a little to begin with. Written for SQLite and PostgreSQL alike;
-- amounts are in cents. The checks hold whatever a program does.
CREATE TABLE IF NOT EXISTS users (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL UNIQUE,
    credit_limit BIGINT NOT NULL,
    owed BIGINT NOT NULL DEFAULT 0,
    CHECK (owed <= credit_limit)
);

CREATE TABLE IF NOT EXISTS products (
    sku TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    price BIGINT NOT NULL,
    stock BIGINT NOT NULL,
    CHECK (stock >= 0)
);

CREATE TABLE IF NOT EXISTS orders (
    id BIGSERIAL PRIMARY KEY,
    user_id BIGINT NOT NULL REFERENCES users (id),
    sku TEXT NOT NULL REFERENCES products (sku),
    quantity BIGINT NOT NULL,
    total BIGINT NOT NULL,
    status TEXT NOT NULL DEFAULT 'open'
);

INSERT INTO users (id, name, email, credit_limit, owed) VALUES
    (1, 'Kari Nordmann', 'kari@example.com', 50000, 6500),
    (2, 'Jean Dupont', 'jean@example.com', 10000, 0),
    (3, 'Erika Mustermann', 'erika@example.org', 100000, 7800),
    (4, 'Kari Traa', 'traa@example.org', 20000, 0)
ON CONFLICT DO NOTHING;

INSERT INTO products (sku, name, price, stock) VALUES
    ('BELL', 'Bell, brass', 1450, 0),
    ('LIGHT', 'Front light', 3900, 40),
    ('PUMP', 'Floor pump', 3250, 5),
    ('TYRE-28', 'Tyre, 28 inch', 2700, 100)
ON CONFLICT DO NOTHING;

INSERT INTO orders (user_id, sku, quantity, total, status)
SELECT first.user_id, first.sku, first.quantity, first.total, first.status
FROM (
    SELECT 1 AS user_id, 'PUMP' AS sku, 2 AS quantity, 6500 AS total, 'open' AS status
    UNION ALL SELECT 3, 'LIGHT', 2, 7800, 'shipped'
    UNION ALL SELECT 3, 'BELL', 1, 1450, 'cancelled'
) AS first
WHERE NOT EXISTS (SELECT 1 FROM orders);
