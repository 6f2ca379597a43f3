-- raw rows
SELECT
  `id` AS `id`,
  `country` AS `country`
FROM `shop`.`orders`
LIMIT 100;

-- raw rows, page 3
SELECT
  `id` AS `id`
FROM `shop`.`orders`
ORDER BY `id` DESC NULLS LAST
LIMIT 50 OFFSET 100;

-- raw rows without a limit's order
SELECT
  `country` AS `country`
FROM `shop`.`orders`
LIMIT 5 OFFSET 5;

-- distinct values
SELECT
  `country` AS `country`
FROM `shop`.`orders`
GROUP BY `country`
LIMIT 1000;

-- one metric
SELECT
  SUM(amount) AS `revenue`
FROM `shop`.`orders`
LIMIT 50000;

-- every aggregate
SELECT
  SUM(`amount`) AS `_1ae873795163d8d4`,
  AVG(`amount`) AS `_b898cc85ee03ac4e`,
  MIN(`day`) AS `_bac323dc6aa2414c`,
  MAX(`ordered`) AS `_fbb83b2ee78a3f30`,
  COUNT(`id`) AS `_61634db60d289b2c`,
  COUNT(DISTINCT `country`) AS `_42065b0f7bee1c2c`
FROM `shop`.`orders`
LIMIT 50000;

-- metric by column, largest first
SELECT
  `country` AS `country`,
  SUM(amount) AS `revenue`
FROM `shop`.`orders`
GROUP BY `country`
ORDER BY `revenue` DESC NULLS LAST, `country` ASC NULLS LAST
LIMIT 10;

-- ordered by what is not selected
SELECT
  `country` AS `country`,
  COUNT(`id`) AS `n`
FROM `shop`.`orders`
GROUP BY `country`
ORDER BY MAX(`amount`) ASC NULLS LAST, `country` ASC NULLS LAST
LIMIT 10;

-- metric of custom SQL
SELECT
  `country` AS `country`,
  SUM(amount) / COUNT(*) AS `_e225c762decff329`
FROM `shop`.`orders`
GROUP BY `country`
LIMIT 50000;

-- calculated column
SELECT
  (CASE WHEN amount > 100 THEN 1 ELSE 0 END) AS `big`,
  SUM(amount) AS `revenue`
FROM `shop`.`orders`
GROUP BY 1
LIMIT 50000;

-- column of custom SQL
SELECT
  (UPPER(country)) AS `Country`,
  SUM(amount) AS `revenue`
FROM `shop`.`orders`
GROUP BY 1
LIMIT 50000;

-- hostile names and values
SELECT
  `it's a "na[me]\x60` AS `_c61d88ce8791758f`
FROM `shop`.`orders`
WHERE `it's a "na[me]\x60` = '\'; DROP TABLE x; -- \\\' \\\n [a-z]% `"'
LIMIT 1;

-- a label too long
SELECT
  SUM(`amount`) AS `_c4f3afd5eca9f00e`
FROM `shop`.`orders`
LIMIT 50000;

-- labels that differ in case only
SELECT
  SUM(`amount`) AS `Total`,
  MAX(`amount`) AS `_c50ff8bcbda92044`
FROM `shop`.`orders`
LIMIT 50000;

-- time series
SELECT
  DATETIME_TRUNC(CAST(`ordered` AS DATETIME), DAY) AS `ordered`,
  SUM(amount) AS `revenue`
FROM `shop`.`orders`
GROUP BY DATETIME_TRUNC(CAST(`ordered` AS DATETIME), DAY)
LIMIT 50000;

-- time series of old clients
SELECT
  DATETIME_TRUNC(CAST(`ordered` AS DATETIME), MONTH) AS `__timestamp`,
  `country` AS `country`,
  SUM(amount) AS `revenue`
FROM `shop`.`orders`
WHERE `ordered` >= '2024-02-15 00:00:00.000000' AND `ordered` < '2024-05-15 00:00:00.000000'
GROUP BY DATETIME_TRUNC(CAST(`ordered` AS DATETIME), MONTH), `country`
LIMIT 50000;

-- time series of an epoch
SELECT
  DATETIME_TRUNC(CAST(TIMESTAMP_MILLIS(`epoch`) AS DATETIME), HOUR) AS `epoch`,
  SUM(amount) AS `revenue`
FROM `shop`.`orders`
GROUP BY DATETIME_TRUNC(CAST(TIMESTAMP_MILLIS(`epoch`) AS DATETIME), HOUR)
LIMIT 50000;

-- days within a range
SELECT
  `id` AS `id`
FROM `shop`.`orders`
WHERE `day` >= '2024-01-02' AND `day` < '2024-02-01'
LIMIT 10;

-- an epoch within a range
SELECT
  `id` AS `id`
FROM `shop`.`orders`
WHERE `epoch` >= 1704067200000 AND `epoch` < 1715780858000
LIMIT 10;

-- a moment compared
SELECT
  `id` AS `id`
FROM `shop`.`orders`
WHERE `ordered` >= '2024-01-01 00:00:00.123000'
LIMIT 10;

-- first series only
SELECT
  DATETIME_TRUNC(CAST(`ordered` AS DATETIME), ISOWEEK) AS `ordered`,
  `country` AS `country`,
  SUM(amount) AS `revenue`
FROM `shop`.`orders`
INNER JOIN (
  SELECT
    `country` AS `country__`,
    SUM(amount) AS `mme_inner__`
  FROM `shop`.`orders`
  GROUP BY `country`
  ORDER BY `mme_inner__` DESC NULLS LAST, `country__` ASC NULLS LAST
  LIMIT 5
) AS series_limit ON TO_JSON_STRING(`country`) = TO_JSON_STRING(series_limit.`country__`)
GROUP BY DATETIME_TRUNC(CAST(`ordered` AS DATETIME), ISOWEEK), `country`
LIMIT 1000;

-- first series and the others
SELECT
  DATETIME_TRUNC(CAST(`ordered` AS DATETIME), ISOWEEK) AS `ordered`,
  CASE WHEN series_limit.`series_matched__` = 1 THEN CASE WHEN `country` = 'Others' THEN '"Others"' WHEN `country` = '"Others"' THEN '""Others""' ELSE `country` END ELSE 'Others' END AS `country`,
  SUM(amount) AS `revenue`
FROM `shop`.`orders`
LEFT JOIN (
  SELECT
    `country` AS `country__`,
    COUNT(`id`) AS `mme_inner__`,
    1 AS `series_matched__`
  FROM `shop`.`orders`
  GROUP BY `country`
  ORDER BY `mme_inner__` DESC NULLS LAST, `country__` ASC NULLS LAST
  LIMIT 5
) AS series_limit ON TO_JSON_STRING(`country`) = TO_JSON_STRING(series_limit.`country__`)
GROUP BY DATETIME_TRUNC(CAST(`ordered` AS DATETIME), ISOWEEK), 2
LIMIT 50000;

-- a list with a missing value
SELECT
  `id` AS `id`
FROM `shop`.`orders`
WHERE (`country` IS NULL OR `country` IN ('DE', 'it\'s'))
LIMIT 10;

-- not in a list
SELECT
  `id` AS `id`
FROM `shop`.`orders`
WHERE `country` NOT IN ('DE', 'FR')
LIMIT 10;

-- numbers compared
SELECT
  `id` AS `id`
FROM `shop`.`orders`
WHERE `amount` > 12.50
  AND `amount` <= 99
LIMIT 10;

-- missing and present
SELECT
  `id` AS `id`
FROM `shop`.`orders`
WHERE `country` IS NOT NULL
  AND `amount` IS NULL
LIMIT 10;

-- true and false
SELECT
  `id` AS `id`
FROM `shop`.`orders`
WHERE `paid` IS TRUE
  AND `paid` = FALSE
LIMIT 10;

-- text patterns
SELECT
  `id` AS `id`
FROM `shop`.`orders`
WHERE `country` LIKE '50\\\\%_[a]'
  AND `country` NOT LIKE 'x%'
LIMIT 10;

-- patterns whatever the case
SELECT
  `id` AS `id`
FROM `shop`.`orders`
WHERE LOWER(`country`) LIKE LOWER('%É%')
LIMIT 10;

-- a pattern of numbers
SELECT
  `id` AS `id`
FROM `shop`.`orders`
WHERE CAST(`id` AS STRING) LIKE '12%'
LIMIT 10;

-- custom conditions
SELECT
  `country` AS `country`,
  SUM(amount) AS `revenue`
FROM `shop`.`orders`
WHERE (amount > 1 OR country = 'DE' -- or so
)
GROUP BY `country`
HAVING (SUM(amount) > 10)
LIMIT 50000;

-- a metric filtered
SELECT
  `country` AS `country`,
  SUM(amount) AS `revenue`
FROM `shop`.`orders`
GROUP BY `country`
HAVING (SUM(amount)) > 10
LIMIT 50000;

-- profile of a sample
SELECT
  `amount` AS `amount`,
  COUNT(*) AS `count`,
  SUM(COUNT(*)) OVER () AS `rows`,
  SUM(COUNT(`amount`)) OVER () AS `present`,
  COUNT(*) OVER () AS `groups`,
  MAX(MAX(`amount`)) OVER () AS `max`,
  SUM(AVG(`amount`) * COUNT(`amount`)) OVER () / NULLIF(SUM(COUNT(`amount`)) OVER (), 0) AS `mean`
FROM (
SELECT *
FROM `shop`.`orders`
LIMIT 1000000
) AS `orders`
GROUP BY `amount`
LIMIT 50000;

-- bins of numbers
SELECT
  FLOOR((`amount` - (-5e0)) / 2.5e0) AS `bin`,
  COUNT(*) AS `rows`
FROM (
SELECT *
FROM `shop`.`orders`
LIMIT 1000
) AS `orders`
GROUP BY FLOOR((`amount` - (-5e0)) / 2.5e0)
LIMIT 50000;

-- count of rows
SELECT COUNT(*) AS `rowcount`
FROM (
SELECT
  `country` AS `country`,
  SUM(amount) AS `revenue`
FROM `shop`.`orders`
GROUP BY `country`
) AS rowcount_qry;

-- of a statement with common tables
SELECT
  `country` AS `country`,
  SUM(amount) AS `revenue`
FROM (
WITH recent AS (SELECT * FROM shop.orders WHERE id > 5), paid (id) AS (SELECT id FROM recent)
SELECT r.* FROM recent AS r JOIN paid AS p ON p.id = r.id
) AS `virtual_table`
GROUP BY `country`
LIMIT 10;

-- of a statement, first series only
SELECT
  `country` AS `country`,
  SUM(amount) AS `revenue`
FROM (
WITH recent AS (SELECT * FROM shop.orders WHERE id > 5), paid (id) AS (SELECT id FROM recent)
SELECT r.* FROM recent AS r JOIN paid AS p ON p.id = r.id
) AS `virtual_table`
INNER JOIN (
  SELECT
    `country` AS `country__`,
    SUM(amount) AS `mme_inner__`
  FROM (
WITH recent AS (SELECT * FROM shop.orders WHERE id > 5), paid (id) AS (SELECT id FROM recent)
SELECT r.* FROM recent AS r JOIN paid AS p ON p.id = r.id
) AS `virtual_table`
  GROUP BY `country`
  ORDER BY `mme_inner__` DESC NULLS LAST, `country__` ASC NULLS LAST
  LIMIT 2
) AS series_limit ON TO_JSON_STRING(`country`) = TO_JSON_STRING(series_limit.`country__`)
GROUP BY `country`
LIMIT 50000;

-- of a statement, count of rows
SELECT COUNT(*) AS `rowcount`
FROM (
SELECT
  `country` AS `country`
FROM (
WITH recent AS (SELECT * FROM shop.orders WHERE id > 5), paid (id) AS (SELECT id FROM recent)
SELECT r.* FROM recent AS r JOIN paid AS p ON p.id = r.id
) AS `virtual_table`
) AS rowcount_qry;

-- grain PT1S
SELECT
  DATETIME_TRUNC(CAST(`ordered` AS DATETIME), SECOND) AS `ordered`
FROM `shop`.`orders`
GROUP BY DATETIME_TRUNC(CAST(`ordered` AS DATETIME), SECOND)
LIMIT 50000;

-- grain PT5S
SELECT
  DATETIME_SUB(DATETIME_TRUNC(CAST(`ordered` AS DATETIME), SECOND), INTERVAL MOD(EXTRACT(SECOND FROM CAST(`ordered` AS DATETIME)), 5) SECOND) AS `ordered`
FROM `shop`.`orders`
GROUP BY DATETIME_SUB(DATETIME_TRUNC(CAST(`ordered` AS DATETIME), SECOND), INTERVAL MOD(EXTRACT(SECOND FROM CAST(`ordered` AS DATETIME)), 5) SECOND)
LIMIT 50000;

-- grain PT30S
SELECT
  DATETIME_SUB(DATETIME_TRUNC(CAST(`ordered` AS DATETIME), SECOND), INTERVAL MOD(EXTRACT(SECOND FROM CAST(`ordered` AS DATETIME)), 30) SECOND) AS `ordered`
FROM `shop`.`orders`
GROUP BY DATETIME_SUB(DATETIME_TRUNC(CAST(`ordered` AS DATETIME), SECOND), INTERVAL MOD(EXTRACT(SECOND FROM CAST(`ordered` AS DATETIME)), 30) SECOND)
LIMIT 50000;

-- grain PT1M
SELECT
  DATETIME_TRUNC(CAST(`ordered` AS DATETIME), MINUTE) AS `ordered`
FROM `shop`.`orders`
GROUP BY DATETIME_TRUNC(CAST(`ordered` AS DATETIME), MINUTE)
LIMIT 50000;

-- grain PT5M
SELECT
  DATETIME_SUB(DATETIME_TRUNC(CAST(`ordered` AS DATETIME), MINUTE), INTERVAL MOD(EXTRACT(MINUTE FROM CAST(`ordered` AS DATETIME)), 5) MINUTE) AS `ordered`
FROM `shop`.`orders`
GROUP BY DATETIME_SUB(DATETIME_TRUNC(CAST(`ordered` AS DATETIME), MINUTE), INTERVAL MOD(EXTRACT(MINUTE FROM CAST(`ordered` AS DATETIME)), 5) MINUTE)
LIMIT 50000;

-- grain PT10M
SELECT
  DATETIME_SUB(DATETIME_TRUNC(CAST(`ordered` AS DATETIME), MINUTE), INTERVAL MOD(EXTRACT(MINUTE FROM CAST(`ordered` AS DATETIME)), 10) MINUTE) AS `ordered`
FROM `shop`.`orders`
GROUP BY DATETIME_SUB(DATETIME_TRUNC(CAST(`ordered` AS DATETIME), MINUTE), INTERVAL MOD(EXTRACT(MINUTE FROM CAST(`ordered` AS DATETIME)), 10) MINUTE)
LIMIT 50000;

-- grain PT15M
SELECT
  DATETIME_SUB(DATETIME_TRUNC(CAST(`ordered` AS DATETIME), MINUTE), INTERVAL MOD(EXTRACT(MINUTE FROM CAST(`ordered` AS DATETIME)), 15) MINUTE) AS `ordered`
FROM `shop`.`orders`
GROUP BY DATETIME_SUB(DATETIME_TRUNC(CAST(`ordered` AS DATETIME), MINUTE), INTERVAL MOD(EXTRACT(MINUTE FROM CAST(`ordered` AS DATETIME)), 15) MINUTE)
LIMIT 50000;

-- grain PT30M
SELECT
  DATETIME_SUB(DATETIME_TRUNC(CAST(`ordered` AS DATETIME), MINUTE), INTERVAL MOD(EXTRACT(MINUTE FROM CAST(`ordered` AS DATETIME)), 30) MINUTE) AS `ordered`
FROM `shop`.`orders`
GROUP BY DATETIME_SUB(DATETIME_TRUNC(CAST(`ordered` AS DATETIME), MINUTE), INTERVAL MOD(EXTRACT(MINUTE FROM CAST(`ordered` AS DATETIME)), 30) MINUTE)
LIMIT 50000;

-- grain PT1H
SELECT
  DATETIME_TRUNC(CAST(`ordered` AS DATETIME), HOUR) AS `ordered`
FROM `shop`.`orders`
GROUP BY DATETIME_TRUNC(CAST(`ordered` AS DATETIME), HOUR)
LIMIT 50000;

-- grain PT6H
SELECT
  DATETIME_SUB(DATETIME_TRUNC(CAST(`ordered` AS DATETIME), HOUR), INTERVAL MOD(EXTRACT(HOUR FROM CAST(`ordered` AS DATETIME)), 6) HOUR) AS `ordered`
FROM `shop`.`orders`
GROUP BY DATETIME_SUB(DATETIME_TRUNC(CAST(`ordered` AS DATETIME), HOUR), INTERVAL MOD(EXTRACT(HOUR FROM CAST(`ordered` AS DATETIME)), 6) HOUR)
LIMIT 50000;

-- grain P1D
SELECT
  DATETIME_TRUNC(CAST(`ordered` AS DATETIME), DAY) AS `ordered`
FROM `shop`.`orders`
GROUP BY DATETIME_TRUNC(CAST(`ordered` AS DATETIME), DAY)
LIMIT 50000;

-- grain P1W
SELECT
  DATETIME_TRUNC(CAST(`ordered` AS DATETIME), ISOWEEK) AS `ordered`
FROM `shop`.`orders`
GROUP BY DATETIME_TRUNC(CAST(`ordered` AS DATETIME), ISOWEEK)
LIMIT 50000;

-- grain P1M
SELECT
  DATETIME_TRUNC(CAST(`ordered` AS DATETIME), MONTH) AS `ordered`
FROM `shop`.`orders`
GROUP BY DATETIME_TRUNC(CAST(`ordered` AS DATETIME), MONTH)
LIMIT 50000;

-- grain P3M
SELECT
  DATETIME_TRUNC(CAST(`ordered` AS DATETIME), QUARTER) AS `ordered`
FROM `shop`.`orders`
GROUP BY DATETIME_TRUNC(CAST(`ordered` AS DATETIME), QUARTER)
LIMIT 50000;

-- grain P1Y
SELECT
  DATETIME_TRUNC(CAST(`ordered` AS DATETIME), YEAR) AS `ordered`
FROM `shop`.`orders`
GROUP BY DATETIME_TRUNC(CAST(`ordered` AS DATETIME), YEAR)
LIMIT 50000;

-- grain 1969-12-28T00:00:00Z/P1W
SELECT
  DATETIME_TRUNC(CAST(`ordered` AS DATETIME), WEEK) AS `ordered`
FROM `shop`.`orders`
GROUP BY DATETIME_TRUNC(CAST(`ordered` AS DATETIME), WEEK)
LIMIT 50000;

-- grain 1969-12-29T00:00:00Z/P1W
SELECT
  DATETIME_TRUNC(CAST(`ordered` AS DATETIME), ISOWEEK) AS `ordered`
FROM `shop`.`orders`
GROUP BY DATETIME_TRUNC(CAST(`ordered` AS DATETIME), ISOWEEK)
LIMIT 50000;

-- grain P1W/1970-01-03T00:00:00Z
SELECT
  DATETIME_ADD(DATETIME_TRUNC(CAST(`ordered` AS DATETIME), WEEK), INTERVAL 6 DAY) AS `ordered`
FROM `shop`.`orders`
GROUP BY DATETIME_ADD(DATETIME_TRUNC(CAST(`ordered` AS DATETIME), WEEK), INTERVAL 6 DAY)
LIMIT 50000;

-- grain P1W/1970-01-04T00:00:00Z
SELECT
  DATETIME_ADD(DATETIME_TRUNC(CAST(`ordered` AS DATETIME), ISOWEEK), INTERVAL 6 DAY) AS `ordered`
FROM `shop`.`orders`
GROUP BY DATETIME_ADD(DATETIME_TRUNC(CAST(`ordered` AS DATETIME), ISOWEEK), INTERVAL 6 DAY)
LIMIT 50000;
