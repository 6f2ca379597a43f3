-- raw rows
SELECT
  "id" AS "id",
  "country" AS "country"
FROM "shop"."orders"
LIMIT 100;

-- raw rows, page 3
SELECT
  "id" AS "id"
FROM "shop"."orders"
ORDER BY "id" DESC NULLS LAST
LIMIT 50
OFFSET 100;

-- raw rows without a limit's order
SELECT
  "country" AS "country"
FROM "shop"."orders"
LIMIT 5
OFFSET 5;

-- distinct values
SELECT
  "country" AS "country"
FROM "shop"."orders"
GROUP BY "country"
LIMIT 1000;

-- one metric
SELECT
  SUM(amount) AS "revenue"
FROM "shop"."orders"
LIMIT 50000;

-- every aggregate
SELECT
  SUM("amount") AS "SUM(amount)",
  AVG(CAST("amount" AS DOUBLE PRECISION)) AS "AVG(amount)",
  MIN("day") AS "MIN(day)",
  MAX("ordered") AS "MAX(ordered)",
  COUNT("id") AS "COUNT(id)",
  COUNT(DISTINCT "country") AS "COUNT_DISTINCT(country)"
FROM "shop"."orders"
LIMIT 50000;

-- metric by column, largest first
SELECT
  "country" AS "country",
  SUM(amount) AS "revenue"
FROM "shop"."orders"
GROUP BY "country"
ORDER BY "revenue" DESC NULLS LAST, "country" ASC NULLS LAST
LIMIT 10;

-- ordered by what is not selected
SELECT
  "country" AS "country",
  COUNT("id") AS "n"
FROM "shop"."orders"
GROUP BY "country"
ORDER BY MAX("amount") ASC NULLS LAST, "country" ASC NULLS LAST
LIMIT 10;

-- metric of custom SQL
SELECT
  "country" AS "country",
  SUM(amount) / COUNT(*) AS "mean order -- in €"
FROM "shop"."orders"
GROUP BY "country"
LIMIT 50000;

-- calculated column
SELECT
  (CASE WHEN amount > 100 THEN 1 ELSE 0 END) AS "big",
  SUM(amount) AS "revenue"
FROM "shop"."orders"
GROUP BY 1
LIMIT 50000;

-- column of custom SQL
SELECT
  (UPPER(country)) AS "Country",
  SUM(amount) AS "revenue"
FROM "shop"."orders"
GROUP BY 1
LIMIT 50000;

-- hostile names and values
SELECT
  "it's a ""na[me]`" AS "it's a ""na[me]`"
FROM "shop"."orders"
WHERE "it's a ""na[me]`" = '''; DROP TABLE x; -- \\'' \\
 [a-z]% `"'
LIMIT 1;

-- a label too long
SELECT
  SUM("amount") AS "c4f3afd5eca9f00e"
FROM "shop"."orders"
LIMIT 50000;

-- labels that differ in case only
SELECT
  SUM("amount") AS "Total",
  MAX("amount") AS "c50ff8bcbda92044"
FROM "shop"."orders"
LIMIT 50000;

-- time series
SELECT
  DATE_TRUNC('day', CAST("ordered" AS TIMESTAMP)) AS "ordered",
  SUM(amount) AS "revenue"
FROM "shop"."orders"
GROUP BY DATE_TRUNC('day', CAST("ordered" AS TIMESTAMP))
LIMIT 50000;

-- time series of old clients
SELECT
  DATE_TRUNC('month', CAST("ordered" AS TIMESTAMP)) AS "__timestamp",
  "country" AS "country",
  SUM(amount) AS "revenue"
FROM "shop"."orders"
WHERE "ordered" >= TIMESTAMP '2024-02-15 00:00:00.000000' AND "ordered" < TIMESTAMP '2024-05-15 00:00:00.000000'
GROUP BY DATE_TRUNC('month', CAST("ordered" AS TIMESTAMP)), "country"
LIMIT 50000;

-- time series of an epoch
SELECT
  DATE_TRUNC('hour', CAST((TIMESTAMP 'epoch' + "epoch" / 1000.0 * INTERVAL '1 second') AS TIMESTAMP)) AS "epoch",
  SUM(amount) AS "revenue"
FROM "shop"."orders"
GROUP BY DATE_TRUNC('hour', CAST((TIMESTAMP 'epoch' + "epoch" / 1000.0 * INTERVAL '1 second') AS TIMESTAMP))
LIMIT 50000;

-- days within a range
SELECT
  "id" AS "id"
FROM "shop"."orders"
WHERE "day" >= DATE '2024-01-02' AND "day" < DATE '2024-02-01'
LIMIT 10;

-- an epoch within a range
SELECT
  "id" AS "id"
FROM "shop"."orders"
WHERE "epoch" >= 1704067200000 AND "epoch" < 1715780858000
LIMIT 10;

-- a moment compared
SELECT
  "id" AS "id"
FROM "shop"."orders"
WHERE "ordered" >= TIMESTAMP '2024-01-01 00:00:00.123000'
LIMIT 10;

-- first series only
SELECT
  DATE_TRUNC('week', CAST("ordered" AS TIMESTAMP)) AS "ordered",
  "country" AS "country",
  SUM(amount) AS "revenue"
FROM "shop"."orders"
INNER JOIN (
  SELECT
    "country" AS "country__",
    SUM(amount) AS "mme_inner__"
  FROM "shop"."orders"
  GROUP BY "country"
  ORDER BY "mme_inner__" DESC NULLS LAST, "country__" ASC NULLS LAST
  LIMIT 5
) AS series_limit ON ("country" = series_limit."country__" OR ("country" IS NULL AND series_limit."country__" IS NULL))
GROUP BY DATE_TRUNC('week', CAST("ordered" AS TIMESTAMP)), "country"
LIMIT 1000;

-- first series and the others
SELECT
  DATE_TRUNC('week', CAST("ordered" AS TIMESTAMP)) AS "ordered",
  CASE WHEN series_limit."series_matched__" = 1 THEN CASE WHEN "country" = 'Others' THEN '"Others"' WHEN "country" = '"Others"' THEN '""Others""' ELSE "country" END ELSE 'Others' END AS "country",
  SUM(amount) AS "revenue"
FROM "shop"."orders"
LEFT JOIN (
  SELECT
    "country" AS "country__",
    COUNT("id") AS "mme_inner__",
    1 AS "series_matched__"
  FROM "shop"."orders"
  GROUP BY "country"
  ORDER BY "mme_inner__" DESC NULLS LAST, "country__" ASC NULLS LAST
  LIMIT 5
) AS series_limit ON ("country" = series_limit."country__" OR ("country" IS NULL AND series_limit."country__" IS NULL))
GROUP BY DATE_TRUNC('week', CAST("ordered" AS TIMESTAMP)), 2
LIMIT 50000;

-- a list with a missing value
SELECT
  "id" AS "id"
FROM "shop"."orders"
WHERE ("country" IS NULL OR "country" IN ('DE', 'it''s'))
LIMIT 10;

-- not in a list
SELECT
  "id" AS "id"
FROM "shop"."orders"
WHERE "country" NOT IN ('DE', 'FR')
LIMIT 10;

-- numbers compared
SELECT
  "id" AS "id"
FROM "shop"."orders"
WHERE "amount" > 12.50
  AND "amount" <= 99
LIMIT 10;

-- missing and present
SELECT
  "id" AS "id"
FROM "shop"."orders"
WHERE "country" IS NOT NULL
  AND "amount" IS NULL
LIMIT 10;

-- true and false
SELECT
  "id" AS "id"
FROM "shop"."orders"
WHERE COALESCE("paid" = TRUE, FALSE)
  AND "paid" = FALSE
LIMIT 10;

-- text patterns
SELECT
  "id" AS "id"
FROM "shop"."orders"
WHERE "country" LIKE '50\\\\%_[a]'
  AND "country" NOT LIKE 'x%'
LIMIT 10;

-- patterns whatever the case
SELECT
  "id" AS "id"
FROM "shop"."orders"
WHERE "country" ILIKE '%É%'
LIMIT 10;

-- a pattern of numbers
SELECT
  "id" AS "id"
FROM "shop"."orders"
WHERE CAST("id" AS VARCHAR) LIKE '12%'
LIMIT 10;

-- custom conditions
SELECT
  "country" AS "country",
  SUM(amount) AS "revenue"
FROM "shop"."orders"
WHERE (amount > 1 OR country = 'DE' -- or so
)
GROUP BY "country"
HAVING (SUM(amount) > 10)
LIMIT 50000;

-- a metric filtered
SELECT
  "country" AS "country",
  SUM(amount) AS "revenue"
FROM "shop"."orders"
GROUP BY "country"
HAVING (SUM(amount)) > 10
LIMIT 50000;

-- profile of a sample
SELECT
  "amount" AS "amount",
  COUNT(*) AS "count",
  SUM(COUNT(*)) OVER () AS "rows",
  SUM(COUNT("amount")) OVER () AS "present",
  COUNT(*) OVER () AS "groups",
  MAX(MAX("amount")) OVER () AS "max",
  SUM(AVG(CAST("amount" AS DOUBLE PRECISION)) * COUNT("amount")) OVER () / NULLIF(SUM(COUNT("amount")) OVER (), 0) AS "mean"
FROM (
SELECT *
FROM "shop"."orders"
LIMIT 1000000
) AS "orders"
GROUP BY "amount"
LIMIT 50000;

-- bins of numbers
SELECT
  FLOOR(("amount" - (-5e0)) / 2.5e0) AS "bin",
  COUNT(*) AS "rows"
FROM (
SELECT *
FROM "shop"."orders"
LIMIT 1000
) AS "orders"
GROUP BY FLOOR(("amount" - (-5e0)) / 2.5e0)
LIMIT 50000;

-- count of rows
SELECT COUNT(*) AS "rowcount"
FROM (
SELECT
  "country" AS "country",
  SUM(amount) AS "revenue"
FROM "shop"."orders"
GROUP BY "country"
) AS rowcount_qry;

-- of a statement with common tables
SELECT
  "country" AS "country",
  SUM(amount) AS "revenue"
FROM (
WITH recent AS (SELECT * FROM shop.orders WHERE id > 5), paid (id) AS (SELECT id FROM recent)
SELECT r.* FROM recent AS r JOIN paid AS p ON p.id = r.id
) AS "virtual_table"
GROUP BY "country"
LIMIT 10;

-- of a statement, first series only
SELECT
  "country" AS "country",
  SUM(amount) AS "revenue"
FROM (
WITH recent AS (SELECT * FROM shop.orders WHERE id > 5), paid (id) AS (SELECT id FROM recent)
SELECT r.* FROM recent AS r JOIN paid AS p ON p.id = r.id
) AS "virtual_table"
INNER JOIN (
  SELECT
    "country" AS "country__",
    SUM(amount) AS "mme_inner__"
  FROM (
WITH recent AS (SELECT * FROM shop.orders WHERE id > 5), paid (id) AS (SELECT id FROM recent)
SELECT r.* FROM recent AS r JOIN paid AS p ON p.id = r.id
) AS "virtual_table"
  GROUP BY "country"
  ORDER BY "mme_inner__" DESC NULLS LAST, "country__" ASC NULLS LAST
  LIMIT 2
) AS series_limit ON ("country" = series_limit."country__" OR ("country" IS NULL AND series_limit."country__" IS NULL))
GROUP BY "country"
LIMIT 50000;

-- of a statement, count of rows
SELECT COUNT(*) AS "rowcount"
FROM (
SELECT
  "country" AS "country"
FROM (
WITH recent AS (SELECT * FROM shop.orders WHERE id > 5), paid (id) AS (SELECT id FROM recent)
SELECT r.* FROM recent AS r JOIN paid AS p ON p.id = r.id
) AS "virtual_table"
) AS rowcount_qry;

-- grain PT1S
SELECT
  DATE_TRUNC('second', CAST("ordered" AS TIMESTAMP)) AS "ordered"
FROM "shop"."orders"
GROUP BY DATE_TRUNC('second', CAST("ordered" AS TIMESTAMP))
LIMIT 50000;

-- grain PT5S
SELECT
  DATEADD(second, -(CAST(EXTRACT(second FROM CAST("ordered" AS TIMESTAMP)) AS INTEGER) % 5), DATE_TRUNC('second', CAST("ordered" AS TIMESTAMP))) AS "ordered"
FROM "shop"."orders"
GROUP BY DATEADD(second, -(CAST(EXTRACT(second FROM CAST("ordered" AS TIMESTAMP)) AS INTEGER) % 5), DATE_TRUNC('second', CAST("ordered" AS TIMESTAMP)))
LIMIT 50000;

-- grain PT30S
SELECT
  DATEADD(second, -(CAST(EXTRACT(second FROM CAST("ordered" AS TIMESTAMP)) AS INTEGER) % 30), DATE_TRUNC('second', CAST("ordered" AS TIMESTAMP))) AS "ordered"
FROM "shop"."orders"
GROUP BY DATEADD(second, -(CAST(EXTRACT(second FROM CAST("ordered" AS TIMESTAMP)) AS INTEGER) % 30), DATE_TRUNC('second', CAST("ordered" AS TIMESTAMP)))
LIMIT 50000;

-- grain PT1M
SELECT
  DATE_TRUNC('minute', CAST("ordered" AS TIMESTAMP)) AS "ordered"
FROM "shop"."orders"
GROUP BY DATE_TRUNC('minute', CAST("ordered" AS TIMESTAMP))
LIMIT 50000;

-- grain PT5M
SELECT
  DATEADD(minute, -(CAST(EXTRACT(minute FROM CAST("ordered" AS TIMESTAMP)) AS INTEGER) % 5), DATE_TRUNC('minute', CAST("ordered" AS TIMESTAMP))) AS "ordered"
FROM "shop"."orders"
GROUP BY DATEADD(minute, -(CAST(EXTRACT(minute FROM CAST("ordered" AS TIMESTAMP)) AS INTEGER) % 5), DATE_TRUNC('minute', CAST("ordered" AS TIMESTAMP)))
LIMIT 50000;

-- grain PT10M
SELECT
  DATEADD(minute, -(CAST(EXTRACT(minute FROM CAST("ordered" AS TIMESTAMP)) AS INTEGER) % 10), DATE_TRUNC('minute', CAST("ordered" AS TIMESTAMP))) AS "ordered"
FROM "shop"."orders"
GROUP BY DATEADD(minute, -(CAST(EXTRACT(minute FROM CAST("ordered" AS TIMESTAMP)) AS INTEGER) % 10), DATE_TRUNC('minute', CAST("ordered" AS TIMESTAMP)))
LIMIT 50000;

-- grain PT15M
SELECT
  DATEADD(minute, -(CAST(EXTRACT(minute FROM CAST("ordered" AS TIMESTAMP)) AS INTEGER) % 15), DATE_TRUNC('minute', CAST("ordered" AS TIMESTAMP))) AS "ordered"
FROM "shop"."orders"
GROUP BY DATEADD(minute, -(CAST(EXTRACT(minute FROM CAST("ordered" AS TIMESTAMP)) AS INTEGER) % 15), DATE_TRUNC('minute', CAST("ordered" AS TIMESTAMP)))
LIMIT 50000;

-- grain PT30M
SELECT
  DATEADD(minute, -(CAST(EXTRACT(minute FROM CAST("ordered" AS TIMESTAMP)) AS INTEGER) % 30), DATE_TRUNC('minute', CAST("ordered" AS TIMESTAMP))) AS "ordered"
FROM "shop"."orders"
GROUP BY DATEADD(minute, -(CAST(EXTRACT(minute FROM CAST("ordered" AS TIMESTAMP)) AS INTEGER) % 30), DATE_TRUNC('minute', CAST("ordered" AS TIMESTAMP)))
LIMIT 50000;

-- grain PT1H
SELECT
  DATE_TRUNC('hour', CAST("ordered" AS TIMESTAMP)) AS "ordered"
FROM "shop"."orders"
GROUP BY DATE_TRUNC('hour', CAST("ordered" AS TIMESTAMP))
LIMIT 50000;

-- grain PT6H
SELECT
  DATEADD(hour, -(CAST(EXTRACT(hour FROM CAST("ordered" AS TIMESTAMP)) AS INTEGER) % 6), DATE_TRUNC('hour', CAST("ordered" AS TIMESTAMP))) AS "ordered"
FROM "shop"."orders"
GROUP BY DATEADD(hour, -(CAST(EXTRACT(hour FROM CAST("ordered" AS TIMESTAMP)) AS INTEGER) % 6), DATE_TRUNC('hour', CAST("ordered" AS TIMESTAMP)))
LIMIT 50000;

-- grain P1D
SELECT
  DATE_TRUNC('day', CAST("ordered" AS TIMESTAMP)) AS "ordered"
FROM "shop"."orders"
GROUP BY DATE_TRUNC('day', CAST("ordered" AS TIMESTAMP))
LIMIT 50000;

-- grain P1W
SELECT
  DATE_TRUNC('week', CAST("ordered" AS TIMESTAMP)) AS "ordered"
FROM "shop"."orders"
GROUP BY DATE_TRUNC('week', CAST("ordered" AS TIMESTAMP))
LIMIT 50000;

-- grain P1M
SELECT
  DATE_TRUNC('month', CAST("ordered" AS TIMESTAMP)) AS "ordered"
FROM "shop"."orders"
GROUP BY DATE_TRUNC('month', CAST("ordered" AS TIMESTAMP))
LIMIT 50000;

-- grain P3M
SELECT
  DATE_TRUNC('quarter', CAST("ordered" AS TIMESTAMP)) AS "ordered"
FROM "shop"."orders"
GROUP BY DATE_TRUNC('quarter', CAST("ordered" AS TIMESTAMP))
LIMIT 50000;

-- grain P1Y
SELECT
  DATE_TRUNC('year', CAST("ordered" AS TIMESTAMP)) AS "ordered"
FROM "shop"."orders"
GROUP BY DATE_TRUNC('year', CAST("ordered" AS TIMESTAMP))
LIMIT 50000;

-- grain 1969-12-28T00:00:00Z/P1W
SELECT
  DATEADD(day, -1, DATE_TRUNC('week', DATEADD(day, 1, CAST("ordered" AS TIMESTAMP)))) AS "ordered"
FROM "shop"."orders"
GROUP BY DATEADD(day, -1, DATE_TRUNC('week', DATEADD(day, 1, CAST("ordered" AS TIMESTAMP))))
LIMIT 50000;

-- grain 1969-12-29T00:00:00Z/P1W
SELECT
  DATE_TRUNC('week', CAST("ordered" AS TIMESTAMP)) AS "ordered"
FROM "shop"."orders"
GROUP BY DATE_TRUNC('week', CAST("ordered" AS TIMESTAMP))
LIMIT 50000;

-- grain P1W/1970-01-03T00:00:00Z
SELECT
  DATEADD(day, 5, DATE_TRUNC('week', DATEADD(day, 1, CAST("ordered" AS TIMESTAMP)))) AS "ordered"
FROM "shop"."orders"
GROUP BY DATEADD(day, 5, DATE_TRUNC('week', DATEADD(day, 1, CAST("ordered" AS TIMESTAMP))))
LIMIT 50000;

-- grain P1W/1970-01-04T00:00:00Z
SELECT
  DATEADD(day, 6, DATE_TRUNC('week', CAST("ordered" AS TIMESTAMP))) AS "ordered"
FROM "shop"."orders"
GROUP BY DATEADD(day, 6, DATE_TRUNC('week', CAST("ordered" AS TIMESTAMP)))
LIMIT 50000;
