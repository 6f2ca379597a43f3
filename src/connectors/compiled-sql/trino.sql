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
ORDER BY "id" DESC
OFFSET 100
LIMIT 50;

-- raw rows without a limit's order
SELECT
  "country" AS "country"
FROM "shop"."orders"
OFFSET 5
LIMIT 5;

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
  AVG(CAST("amount" AS DOUBLE)) AS "AVG(amount)",
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
ORDER BY "revenue" DESC, "country" ASC
LIMIT 10;

-- ordered by what is not selected
SELECT
  "country" AS "country",
  COUNT("id") AS "n"
FROM "shop"."orders"
GROUP BY "country"
ORDER BY MAX("amount") ASC, "country" ASC
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
WHERE "it's a ""na[me]`" = '''; DROP TABLE x; -- \'' \
 [a-z]% `"'
LIMIT 1;

-- a label too long
SELECT
  SUM("amount") AS "long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long"
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
  date_trunc('day', CAST("ordered" AS TIMESTAMP(6))) AS "ordered",
  SUM(amount) AS "revenue"
FROM "shop"."orders"
GROUP BY date_trunc('day', CAST("ordered" AS TIMESTAMP(6)))
LIMIT 50000;

-- time series of old clients
SELECT
  date_trunc('month', CAST("ordered" AS TIMESTAMP(6))) AS "__timestamp",
  "country" AS "country",
  SUM(amount) AS "revenue"
FROM "shop"."orders"
WHERE "ordered" >= TIMESTAMP '2024-02-15 00:00:00.000000' AND "ordered" < TIMESTAMP '2024-05-15 00:00:00.000000'
GROUP BY date_trunc('month', CAST("ordered" AS TIMESTAMP(6))), "country"
LIMIT 50000;

-- time series of an epoch
SELECT
  date_trunc('hour', CAST(CAST(from_unixtime("epoch" / 1e3) AS TIMESTAMP(3)) AS TIMESTAMP(6))) AS "epoch",
  SUM(amount) AS "revenue"
FROM "shop"."orders"
GROUP BY date_trunc('hour', CAST(CAST(from_unixtime("epoch" / 1e3) AS TIMESTAMP(3)) AS TIMESTAMP(6)))
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
  date_trunc('week', CAST("ordered" AS TIMESTAMP(6))) AS "ordered",
  "country" AS "country",
  SUM(amount) AS "revenue"
FROM "shop"."orders"
INNER JOIN (
  SELECT
    "country" AS "country__",
    SUM(amount) AS "mme_inner__"
  FROM "shop"."orders"
  GROUP BY "country"
  ORDER BY "mme_inner__" DESC, "country__" ASC
  LIMIT 5
) AS series_limit ON "country" IS NOT DISTINCT FROM series_limit."country__"
GROUP BY date_trunc('week', CAST("ordered" AS TIMESTAMP(6))), "country"
LIMIT 1000;

-- first series and the others
SELECT
  date_trunc('week', CAST("ordered" AS TIMESTAMP(6))) AS "ordered",
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
  ORDER BY "mme_inner__" DESC, "country__" ASC
  LIMIT 5
) AS series_limit ON "country" IS NOT DISTINCT FROM series_limit."country__"
GROUP BY date_trunc('week', CAST("ordered" AS TIMESTAMP(6))), 2
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
WHERE "paid" = TRUE
  AND "paid" = FALSE
LIMIT 10;

-- text patterns
SELECT
  "id" AS "id"
FROM "shop"."orders"
WHERE "country" LIKE '50\%_[a]'
  AND "country" NOT LIKE 'x%'
LIMIT 10;

-- patterns whatever the case
SELECT
  "id" AS "id"
FROM "shop"."orders"
WHERE LOWER("country") LIKE LOWER('%É%')
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
  SUM(AVG(CAST("amount" AS DOUBLE)) * COUNT("amount")) OVER () / NULLIF(SUM(COUNT("amount")) OVER (), 0) AS "mean"
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
  ORDER BY "mme_inner__" DESC, "country__" ASC
  LIMIT 2
) AS series_limit ON "country" IS NOT DISTINCT FROM series_limit."country__"
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
  date_trunc('second', CAST("ordered" AS TIMESTAMP(6))) AS "ordered"
FROM "shop"."orders"
GROUP BY date_trunc('second', CAST("ordered" AS TIMESTAMP(6)))
LIMIT 50000;

-- grain PT5S
SELECT
  date_trunc('second', CAST("ordered" AS TIMESTAMP(6))) - INTERVAL '1' SECOND * (second(CAST("ordered" AS TIMESTAMP(6))) % 5) AS "ordered"
FROM "shop"."orders"
GROUP BY date_trunc('second', CAST("ordered" AS TIMESTAMP(6))) - INTERVAL '1' SECOND * (second(CAST("ordered" AS TIMESTAMP(6))) % 5)
LIMIT 50000;

-- grain PT30S
SELECT
  date_trunc('second', CAST("ordered" AS TIMESTAMP(6))) - INTERVAL '1' SECOND * (second(CAST("ordered" AS TIMESTAMP(6))) % 30) AS "ordered"
FROM "shop"."orders"
GROUP BY date_trunc('second', CAST("ordered" AS TIMESTAMP(6))) - INTERVAL '1' SECOND * (second(CAST("ordered" AS TIMESTAMP(6))) % 30)
LIMIT 50000;

-- grain PT1M
SELECT
  date_trunc('minute', CAST("ordered" AS TIMESTAMP(6))) AS "ordered"
FROM "shop"."orders"
GROUP BY date_trunc('minute', CAST("ordered" AS TIMESTAMP(6)))
LIMIT 50000;

-- grain PT5M
SELECT
  date_trunc('minute', CAST("ordered" AS TIMESTAMP(6))) - INTERVAL '1' MINUTE * (minute(CAST("ordered" AS TIMESTAMP(6))) % 5) AS "ordered"
FROM "shop"."orders"
GROUP BY date_trunc('minute', CAST("ordered" AS TIMESTAMP(6))) - INTERVAL '1' MINUTE * (minute(CAST("ordered" AS TIMESTAMP(6))) % 5)
LIMIT 50000;

-- grain PT10M
SELECT
  date_trunc('minute', CAST("ordered" AS TIMESTAMP(6))) - INTERVAL '1' MINUTE * (minute(CAST("ordered" AS TIMESTAMP(6))) % 10) AS "ordered"
FROM "shop"."orders"
GROUP BY date_trunc('minute', CAST("ordered" AS TIMESTAMP(6))) - INTERVAL '1' MINUTE * (minute(CAST("ordered" AS TIMESTAMP(6))) % 10)
LIMIT 50000;

-- grain PT15M
SELECT
  date_trunc('minute', CAST("ordered" AS TIMESTAMP(6))) - INTERVAL '1' MINUTE * (minute(CAST("ordered" AS TIMESTAMP(6))) % 15) AS "ordered"
FROM "shop"."orders"
GROUP BY date_trunc('minute', CAST("ordered" AS TIMESTAMP(6))) - INTERVAL '1' MINUTE * (minute(CAST("ordered" AS TIMESTAMP(6))) % 15)
LIMIT 50000;

-- grain PT30M
SELECT
  date_trunc('minute', CAST("ordered" AS TIMESTAMP(6))) - INTERVAL '1' MINUTE * (minute(CAST("ordered" AS TIMESTAMP(6))) % 30) AS "ordered"
FROM "shop"."orders"
GROUP BY date_trunc('minute', CAST("ordered" AS TIMESTAMP(6))) - INTERVAL '1' MINUTE * (minute(CAST("ordered" AS TIMESTAMP(6))) % 30)
LIMIT 50000;

-- grain PT1H
SELECT
  date_trunc('hour', CAST("ordered" AS TIMESTAMP(6))) AS "ordered"
FROM "shop"."orders"
GROUP BY date_trunc('hour', CAST("ordered" AS TIMESTAMP(6)))
LIMIT 50000;

-- grain PT6H
SELECT
  date_trunc('hour', CAST("ordered" AS TIMESTAMP(6))) - INTERVAL '1' HOUR * (hour(CAST("ordered" AS TIMESTAMP(6))) % 6) AS "ordered"
FROM "shop"."orders"
GROUP BY date_trunc('hour', CAST("ordered" AS TIMESTAMP(6))) - INTERVAL '1' HOUR * (hour(CAST("ordered" AS TIMESTAMP(6))) % 6)
LIMIT 50000;

-- grain P1D
SELECT
  date_trunc('day', CAST("ordered" AS TIMESTAMP(6))) AS "ordered"
FROM "shop"."orders"
GROUP BY date_trunc('day', CAST("ordered" AS TIMESTAMP(6)))
LIMIT 50000;

-- grain P1W
SELECT
  date_trunc('week', CAST("ordered" AS TIMESTAMP(6))) AS "ordered"
FROM "shop"."orders"
GROUP BY date_trunc('week', CAST("ordered" AS TIMESTAMP(6)))
LIMIT 50000;

-- grain P1M
SELECT
  date_trunc('month', CAST("ordered" AS TIMESTAMP(6))) AS "ordered"
FROM "shop"."orders"
GROUP BY date_trunc('month', CAST("ordered" AS TIMESTAMP(6)))
LIMIT 50000;

-- grain P3M
SELECT
  date_trunc('quarter', CAST("ordered" AS TIMESTAMP(6))) AS "ordered"
FROM "shop"."orders"
GROUP BY date_trunc('quarter', CAST("ordered" AS TIMESTAMP(6)))
LIMIT 50000;

-- grain P1Y
SELECT
  date_trunc('year', CAST("ordered" AS TIMESTAMP(6))) AS "ordered"
FROM "shop"."orders"
GROUP BY date_trunc('year', CAST("ordered" AS TIMESTAMP(6)))
LIMIT 50000;

-- grain 1969-12-28T00:00:00Z/P1W
SELECT
  date_trunc('week', CAST("ordered" AS TIMESTAMP(6)) + INTERVAL '1' DAY) - INTERVAL '1' DAY AS "ordered"
FROM "shop"."orders"
GROUP BY date_trunc('week', CAST("ordered" AS TIMESTAMP(6)) + INTERVAL '1' DAY) - INTERVAL '1' DAY
LIMIT 50000;

-- grain 1969-12-29T00:00:00Z/P1W
SELECT
  date_trunc('week', CAST("ordered" AS TIMESTAMP(6))) AS "ordered"
FROM "shop"."orders"
GROUP BY date_trunc('week', CAST("ordered" AS TIMESTAMP(6)))
LIMIT 50000;

-- grain P1W/1970-01-03T00:00:00Z
SELECT
  date_trunc('week', CAST("ordered" AS TIMESTAMP(6)) + INTERVAL '1' DAY) + INTERVAL '5' DAY AS "ordered"
FROM "shop"."orders"
GROUP BY date_trunc('week', CAST("ordered" AS TIMESTAMP(6)) + INTERVAL '1' DAY) + INTERVAL '5' DAY
LIMIT 50000;

-- grain P1W/1970-01-04T00:00:00Z
SELECT
  date_trunc('week', CAST("ordered" AS TIMESTAMP(6))) + INTERVAL '6' DAY AS "ordered"
FROM "shop"."orders"
GROUP BY date_trunc('week', CAST("ordered" AS TIMESTAMP(6))) + INTERVAL '6' DAY
LIMIT 50000;
