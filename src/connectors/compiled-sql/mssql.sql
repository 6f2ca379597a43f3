-- raw rows
SELECT
  [id] AS [id],
  [country] AS [country]
FROM [shop].[orders]
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 100 ROWS ONLY;

-- raw rows, page 3
SELECT
  [id] AS [id]
FROM [shop].[orders]
ORDER BY [id] DESC
OFFSET 100 ROWS FETCH NEXT 50 ROWS ONLY;

-- raw rows without a limit's order
SELECT
  [country] AS [country]
FROM [shop].[orders]
ORDER BY (SELECT NULL)
OFFSET 5 ROWS FETCH NEXT 5 ROWS ONLY;

-- distinct values
SELECT
  [country] AS [country]
FROM [shop].[orders]
GROUP BY [country]
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 1000 ROWS ONLY;

-- one metric
SELECT
  SUM(amount) AS [revenue]
FROM [shop].[orders]
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- every aggregate
SELECT
  SUM([amount]) AS [SUM(amount)],
  AVG(CAST([amount] AS FLOAT)) AS [AVG(amount)],
  MIN([day]) AS [MIN(day)],
  MAX([ordered]) AS [MAX(ordered)],
  COUNT([id]) AS [COUNT(id)],
  COUNT(DISTINCT [country]) AS [COUNT_DISTINCT(country)]
FROM [shop].[orders]
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- metric by column, largest first
SELECT
  [country] AS [country],
  SUM(amount) AS [revenue]
FROM [shop].[orders]
GROUP BY [country]
ORDER BY SUM(amount) DESC, IIF([country] IS NULL, 1, 0), [country] ASC
OFFSET 0 ROWS FETCH NEXT 10 ROWS ONLY;

-- ordered by what is not selected
SELECT
  [country] AS [country],
  COUNT([id]) AS [n]
FROM [shop].[orders]
GROUP BY [country]
ORDER BY IIF(MAX([amount]) IS NULL, 1, 0), MAX([amount]) ASC, IIF([country] IS NULL, 1, 0), [country] ASC
OFFSET 0 ROWS FETCH NEXT 10 ROWS ONLY;

-- metric of custom SQL
SELECT
  [country] AS [country],
  SUM(amount) / COUNT(*) AS [mean order -- in €]
FROM [shop].[orders]
GROUP BY [country]
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- calculated column
SELECT
  (CASE WHEN amount > 100 THEN 1 ELSE 0 END) AS [big],
  SUM(amount) AS [revenue]
FROM [shop].[orders]
GROUP BY (CASE WHEN amount > 100 THEN 1 ELSE 0 END)
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- column of custom SQL
SELECT
  (UPPER(country)) AS [Country],
  SUM(amount) AS [revenue]
FROM [shop].[orders]
GROUP BY (UPPER(country))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- hostile names and values
SELECT
  [it's a "na[me]]`] AS [it's a "na[me]]`]
FROM [shop].[orders]
WHERE [it's a "na[me]]`] = (N'''; DROP TABLE x; -- \'' \' + N'
 [a-z]% `"')
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 1 ROWS ONLY;

-- a label too long
SELECT
  SUM([amount]) AS [c4f3afd5eca9f00e]
FROM [shop].[orders]
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- labels that differ in case only
SELECT
  SUM([amount]) AS [Total],
  MAX([amount]) AS [c50ff8bcbda92044]
FROM [shop].[orders]
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- time series
SELECT
  CAST(CAST([ordered] AS DATE) AS DATETIME2(3)) AS [ordered],
  SUM(amount) AS [revenue]
FROM [shop].[orders]
GROUP BY CAST(CAST([ordered] AS DATE) AS DATETIME2(3))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- time series of old clients
SELECT
  CAST(DATEFROMPARTS(YEAR([ordered]), MONTH([ordered]), 1) AS DATETIME2(3)) AS [__timestamp],
  [country] AS [country],
  SUM(amount) AS [revenue]
FROM [shop].[orders]
WHERE [ordered] >= CAST('2024-02-15T00:00:00.000' AS DATETIME2(3)) AND [ordered] < CAST('2024-05-15T00:00:00.000' AS DATETIME2(3))
GROUP BY CAST(DATEFROMPARTS(YEAR([ordered]), MONTH([ordered]), 1) AS DATETIME2(3)), [country]
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- time series of an epoch
SELECT
  DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST(DATEADD(MILLISECOND, [epoch] % 86400000, DATEADD(DAY, [epoch] / 86400000, CAST('1970-01-01' AS DATETIME2(3)))) AS DATE) AS DATETIME2(3)), CAST(DATEADD(MILLISECOND, [epoch] % 86400000, DATEADD(DAY, [epoch] / 86400000, CAST('1970-01-01' AS DATETIME2(3)))) AS DATETIME2(3))) / 3600 * 3600, CAST(CAST(DATEADD(MILLISECOND, [epoch] % 86400000, DATEADD(DAY, [epoch] / 86400000, CAST('1970-01-01' AS DATETIME2(3)))) AS DATE) AS DATETIME2(3))) AS [epoch],
  SUM(amount) AS [revenue]
FROM [shop].[orders]
GROUP BY DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST(DATEADD(MILLISECOND, [epoch] % 86400000, DATEADD(DAY, [epoch] / 86400000, CAST('1970-01-01' AS DATETIME2(3)))) AS DATE) AS DATETIME2(3)), CAST(DATEADD(MILLISECOND, [epoch] % 86400000, DATEADD(DAY, [epoch] / 86400000, CAST('1970-01-01' AS DATETIME2(3)))) AS DATETIME2(3))) / 3600 * 3600, CAST(CAST(DATEADD(MILLISECOND, [epoch] % 86400000, DATEADD(DAY, [epoch] / 86400000, CAST('1970-01-01' AS DATETIME2(3)))) AS DATE) AS DATETIME2(3)))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- days within a range
SELECT
  [id] AS [id]
FROM [shop].[orders]
WHERE [day] >= CAST('2024-01-02' AS DATE) AND [day] < CAST('2024-02-01' AS DATE)
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 10 ROWS ONLY;

-- an epoch within a range
SELECT
  [id] AS [id]
FROM [shop].[orders]
WHERE [epoch] >= 1704067200000 AND [epoch] < 1715780858000
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 10 ROWS ONLY;

-- a moment compared
SELECT
  [id] AS [id]
FROM [shop].[orders]
WHERE [ordered] >= CAST('2024-01-01T00:00:00.123' AS DATETIME2(3))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 10 ROWS ONLY;

-- first series only
SELECT
  DATEADD(DAY, 0 - (DATEDIFF(DAY, '19000101', [ordered]) % 7 + 7) % 7, CAST(CAST([ordered] AS DATE) AS DATETIME2(3))) AS [ordered],
  [country] AS [country],
  SUM(amount) AS [revenue]
FROM [shop].[orders]
INNER JOIN (
  SELECT
    [country] AS [country__],
    SUM(amount) AS [mme_inner__]
  FROM [shop].[orders]
  GROUP BY [country]
  ORDER BY SUM(amount) DESC, IIF([country] IS NULL, 1, 0), [country] ASC
  OFFSET 0 ROWS FETCH NEXT 5 ROWS ONLY
) AS series_limit ON EXISTS (SELECT [country] INTERSECT SELECT series_limit.[country__])
GROUP BY DATEADD(DAY, 0 - (DATEDIFF(DAY, '19000101', [ordered]) % 7 + 7) % 7, CAST(CAST([ordered] AS DATE) AS DATETIME2(3))), [country]
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 1000 ROWS ONLY;

-- first series and the others
SELECT
  DATEADD(DAY, 0 - (DATEDIFF(DAY, '19000101', [ordered]) % 7 + 7) % 7, CAST(CAST([ordered] AS DATE) AS DATETIME2(3))) AS [ordered],
  CASE WHEN series_limit.[series_matched__] = 1 THEN CASE WHEN [country] = N'Others' THEN N'"Others"' WHEN [country] = N'"Others"' THEN N'""Others""' ELSE [country] END ELSE N'Others' END AS [country],
  SUM(amount) AS [revenue]
FROM [shop].[orders]
LEFT JOIN (
  SELECT
    [country] AS [country__],
    COUNT([id]) AS [mme_inner__],
    1 AS [series_matched__]
  FROM [shop].[orders]
  GROUP BY [country]
  ORDER BY COUNT([id]) DESC, IIF([country] IS NULL, 1, 0), [country] ASC
  OFFSET 0 ROWS FETCH NEXT 5 ROWS ONLY
) AS series_limit ON EXISTS (SELECT [country] INTERSECT SELECT series_limit.[country__])
GROUP BY DATEADD(DAY, 0 - (DATEDIFF(DAY, '19000101', [ordered]) % 7 + 7) % 7, CAST(CAST([ordered] AS DATE) AS DATETIME2(3))), CASE WHEN series_limit.[series_matched__] = 1 THEN CASE WHEN [country] = N'Others' THEN N'"Others"' WHEN [country] = N'"Others"' THEN N'""Others""' ELSE [country] END ELSE N'Others' END
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- a list with a missing value
SELECT
  [id] AS [id]
FROM [shop].[orders]
WHERE ([country] IS NULL OR [country] IN (N'DE', N'it''s'))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 10 ROWS ONLY;

-- not in a list
SELECT
  [id] AS [id]
FROM [shop].[orders]
WHERE [country] NOT IN (N'DE', N'FR')
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 10 ROWS ONLY;

-- numbers compared
SELECT
  [id] AS [id]
FROM [shop].[orders]
WHERE [amount] > 12.50
  AND [amount] <= 99
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 10 ROWS ONLY;

-- missing and present
SELECT
  [id] AS [id]
FROM [shop].[orders]
WHERE [country] IS NOT NULL
  AND [amount] IS NULL
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 10 ROWS ONLY;

-- true and false
SELECT
  [id] AS [id]
FROM [shop].[orders]
WHERE ([paid] IS NOT NULL AND [paid] = 1)
  AND [paid] = 0
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 10 ROWS ONLY;

-- text patterns
SELECT
  [id] AS [id]
FROM [shop].[orders]
WHERE [country] COLLATE Latin1_General_100_BIN2 LIKE N'50\%_[[]a]'
  AND [country] COLLATE Latin1_General_100_BIN2 NOT LIKE N'x%'
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 10 ROWS ONLY;

-- patterns whatever the case
SELECT
  [id] AS [id]
FROM [shop].[orders]
WHERE LOWER([country]) LIKE LOWER(N'%É%')
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 10 ROWS ONLY;

-- a pattern of numbers
SELECT
  [id] AS [id]
FROM [shop].[orders]
WHERE CAST([id] AS NVARCHAR(MAX)) COLLATE Latin1_General_100_BIN2 LIKE N'12%'
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 10 ROWS ONLY;

-- custom conditions
SELECT
  [country] AS [country],
  SUM(amount) AS [revenue]
FROM [shop].[orders]
WHERE (amount > 1 OR country = 'DE' -- or so
)
GROUP BY [country]
HAVING (SUM(amount) > 10)
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- a metric filtered
SELECT
  [country] AS [country],
  SUM(amount) AS [revenue]
FROM [shop].[orders]
GROUP BY [country]
HAVING (SUM(amount)) > 10
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- profile of a sample
SELECT
  [amount] AS [amount],
  COUNT(*) AS [count],
  SUM(COUNT(*)) OVER () AS [rows],
  SUM(COUNT([amount])) OVER () AS [present],
  COUNT(*) OVER () AS [groups],
  MAX(MAX([amount])) OVER () AS [max],
  SUM(AVG(CAST([amount] AS FLOAT)) * COUNT([amount])) OVER () / NULLIF(SUM(COUNT([amount])) OVER (), 0) AS [mean]
FROM (
SELECT *
FROM [shop].[orders]
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 1000000 ROWS ONLY
) AS [orders]
GROUP BY [amount]
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- bins of numbers
SELECT
  FLOOR(([amount] - (-5e0)) / 2.5e0) AS [bin],
  COUNT(*) AS [rows]
FROM (
SELECT *
FROM [shop].[orders]
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 1000 ROWS ONLY
) AS [orders]
GROUP BY FLOOR(([amount] - (-5e0)) / 2.5e0)
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- count of rows
SELECT COUNT(*) AS [rowcount]
FROM (
SELECT
  [country] AS [country],
  SUM(amount) AS [revenue]
FROM [shop].[orders]
GROUP BY [country]
) AS rowcount_qry;

-- of a statement with common tables
WITH recent AS (SELECT * FROM shop.orders WHERE id > 5), paid (id) AS (SELECT id FROM recent),
__cte AS (
SELECT r.* FROM recent AS r JOIN paid AS p ON p.id = r.id
)
SELECT
  [country] AS [country],
  SUM(amount) AS [revenue]
FROM __cte AS [virtual_table]
GROUP BY [country]
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 10 ROWS ONLY;

-- of a statement, first series only
WITH recent AS (SELECT * FROM shop.orders WHERE id > 5), paid (id) AS (SELECT id FROM recent),
__cte AS (
SELECT r.* FROM recent AS r JOIN paid AS p ON p.id = r.id
)
SELECT
  [country] AS [country],
  SUM(amount) AS [revenue]
FROM __cte AS [virtual_table]
INNER JOIN (
  SELECT
    [country] AS [country__],
    SUM(amount) AS [mme_inner__]
  FROM __cte AS [virtual_table]
  GROUP BY [country]
  ORDER BY SUM(amount) DESC, IIF([country] IS NULL, 1, 0), [country] ASC
  OFFSET 0 ROWS FETCH NEXT 2 ROWS ONLY
) AS series_limit ON EXISTS (SELECT [country] INTERSECT SELECT series_limit.[country__])
GROUP BY [country]
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- of a statement, count of rows
WITH recent AS (SELECT * FROM shop.orders WHERE id > 5), paid (id) AS (SELECT id FROM recent),
__cte AS (
SELECT r.* FROM recent AS r JOIN paid AS p ON p.id = r.id
)
SELECT COUNT(*) AS [rowcount]
FROM (
SELECT
  [country] AS [country]
FROM __cte AS [virtual_table]
) AS rowcount_qry;

-- grain PT1S
SELECT
  DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 1 * 1, CAST(CAST([ordered] AS DATE) AS DATETIME2(3))) AS [ordered]
FROM [shop].[orders]
GROUP BY DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 1 * 1, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- grain PT5S
SELECT
  DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 5 * 5, CAST(CAST([ordered] AS DATE) AS DATETIME2(3))) AS [ordered]
FROM [shop].[orders]
GROUP BY DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 5 * 5, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- grain PT30S
SELECT
  DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 30 * 30, CAST(CAST([ordered] AS DATE) AS DATETIME2(3))) AS [ordered]
FROM [shop].[orders]
GROUP BY DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 30 * 30, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- grain PT1M
SELECT
  DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 60 * 60, CAST(CAST([ordered] AS DATE) AS DATETIME2(3))) AS [ordered]
FROM [shop].[orders]
GROUP BY DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 60 * 60, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- grain PT5M
SELECT
  DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 300 * 300, CAST(CAST([ordered] AS DATE) AS DATETIME2(3))) AS [ordered]
FROM [shop].[orders]
GROUP BY DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 300 * 300, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- grain PT10M
SELECT
  DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 600 * 600, CAST(CAST([ordered] AS DATE) AS DATETIME2(3))) AS [ordered]
FROM [shop].[orders]
GROUP BY DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 600 * 600, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- grain PT15M
SELECT
  DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 900 * 900, CAST(CAST([ordered] AS DATE) AS DATETIME2(3))) AS [ordered]
FROM [shop].[orders]
GROUP BY DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 900 * 900, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- grain PT30M
SELECT
  DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 1800 * 1800, CAST(CAST([ordered] AS DATE) AS DATETIME2(3))) AS [ordered]
FROM [shop].[orders]
GROUP BY DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 1800 * 1800, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- grain PT1H
SELECT
  DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 3600 * 3600, CAST(CAST([ordered] AS DATE) AS DATETIME2(3))) AS [ordered]
FROM [shop].[orders]
GROUP BY DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 3600 * 3600, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- grain PT6H
SELECT
  DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 21600 * 21600, CAST(CAST([ordered] AS DATE) AS DATETIME2(3))) AS [ordered]
FROM [shop].[orders]
GROUP BY DATEADD(SECOND, DATEDIFF(SECOND, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)), CAST([ordered] AS DATETIME2(3))) / 21600 * 21600, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- grain P1D
SELECT
  CAST(CAST([ordered] AS DATE) AS DATETIME2(3)) AS [ordered]
FROM [shop].[orders]
GROUP BY CAST(CAST([ordered] AS DATE) AS DATETIME2(3))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- grain P1W
SELECT
  DATEADD(DAY, 0 - (DATEDIFF(DAY, '19000101', [ordered]) % 7 + 7) % 7, CAST(CAST([ordered] AS DATE) AS DATETIME2(3))) AS [ordered]
FROM [shop].[orders]
GROUP BY DATEADD(DAY, 0 - (DATEDIFF(DAY, '19000101', [ordered]) % 7 + 7) % 7, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- grain P1M
SELECT
  CAST(DATEFROMPARTS(YEAR([ordered]), MONTH([ordered]), 1) AS DATETIME2(3)) AS [ordered]
FROM [shop].[orders]
GROUP BY CAST(DATEFROMPARTS(YEAR([ordered]), MONTH([ordered]), 1) AS DATETIME2(3))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- grain P3M
SELECT
  CAST(DATEFROMPARTS(YEAR([ordered]), (MONTH([ordered]) - 1) / 3 * 3 + 1, 1) AS DATETIME2(3)) AS [ordered]
FROM [shop].[orders]
GROUP BY CAST(DATEFROMPARTS(YEAR([ordered]), (MONTH([ordered]) - 1) / 3 * 3 + 1, 1) AS DATETIME2(3))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- grain P1Y
SELECT
  CAST(DATEFROMPARTS(YEAR([ordered]), 1, 1) AS DATETIME2(3)) AS [ordered]
FROM [shop].[orders]
GROUP BY CAST(DATEFROMPARTS(YEAR([ordered]), 1, 1) AS DATETIME2(3))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- grain 1969-12-28T00:00:00Z/P1W
SELECT
  DATEADD(DAY, 0 - (DATEDIFF(DAY, '19000107', [ordered]) % 7 + 7) % 7, CAST(CAST([ordered] AS DATE) AS DATETIME2(3))) AS [ordered]
FROM [shop].[orders]
GROUP BY DATEADD(DAY, 0 - (DATEDIFF(DAY, '19000107', [ordered]) % 7 + 7) % 7, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- grain 1969-12-29T00:00:00Z/P1W
SELECT
  DATEADD(DAY, 0 - (DATEDIFF(DAY, '19000101', [ordered]) % 7 + 7) % 7, CAST(CAST([ordered] AS DATE) AS DATETIME2(3))) AS [ordered]
FROM [shop].[orders]
GROUP BY DATEADD(DAY, 0 - (DATEDIFF(DAY, '19000101', [ordered]) % 7 + 7) % 7, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- grain P1W/1970-01-03T00:00:00Z
SELECT
  DATEADD(DAY, 6 - (DATEDIFF(DAY, '19000107', [ordered]) % 7 + 7) % 7, CAST(CAST([ordered] AS DATE) AS DATETIME2(3))) AS [ordered]
FROM [shop].[orders]
GROUP BY DATEADD(DAY, 6 - (DATEDIFF(DAY, '19000107', [ordered]) % 7 + 7) % 7, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;

-- grain P1W/1970-01-04T00:00:00Z
SELECT
  DATEADD(DAY, 6 - (DATEDIFF(DAY, '19000101', [ordered]) % 7 + 7) % 7, CAST(CAST([ordered] AS DATE) AS DATETIME2(3))) AS [ordered]
FROM [shop].[orders]
GROUP BY DATEADD(DAY, 6 - (DATEDIFF(DAY, '19000101', [ordered]) % 7 + 7) % 7, CAST(CAST([ordered] AS DATE) AS DATETIME2(3)))
ORDER BY (SELECT NULL)
OFFSET 0 ROWS FETCH NEXT 50000 ROWS ONLY;
