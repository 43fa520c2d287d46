-- The demo data of the `sql` example: a small bicycle shop.
CREATE TABLE customers (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    city TEXT NOT NULL
);

CREATE TABLE products (
    sku TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    price REAL NOT NULL
);

CREATE TABLE orders (
    id INTEGER PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    sku TEXT NOT NULL REFERENCES products (sku),
    quantity INTEGER NOT NULL,
    ordered_on TEXT NOT NULL
);

CREATE VIEW revenue AS
SELECT orders.id AS order_id, customer_id, quantity * price AS amount
FROM orders JOIN products USING (sku);

INSERT INTO customers (id, name, city) VALUES
    (1, 'Kari Nordmann', 'Bergen'),
    (2, 'Jean Dupont', 'Lyon'),
    (3, 'Erika Mustermann', 'Kiel'),
    (4, 'Zoë Janssen', 'Gent');

INSERT INTO products (sku, name, price) VALUES
    ('BELL', 'Bell, brass', 14.5),
    ('LIGHT', 'Front light', 39.0),
    ('PUMP', 'Floor pump', 32.9),
    ('TYRE-28', 'Tyre, 28 inch', 27.0);

INSERT INTO orders (id, customer_id, sku, quantity, ordered_on) VALUES
    (1, 1, 'TYRE-28', 2, '2026-03-02'),
    (2, 1, 'PUMP', 1, '2026-03-02'),
    (3, 2, 'BELL', 1, '2026-03-09'),
    (4, 3, 'LIGHT', 2, '2026-04-17'),
    (5, 3, 'TYRE-28', 1, '2026-05-05'),
    (6, 1, 'LIGHT', 1, '2026-05-21');
