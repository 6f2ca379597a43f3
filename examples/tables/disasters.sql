-- Deaths in natural disasters by kind and year, worldwide, 1900 to 2017. The source has a kind for the total too.
SELECT make_date(Year, 1, 1) AS year, Entity AS kind, Entity = 'All natural disasters' AS is_total, Deaths AS deaths
FROM read_csv('{data}/disasters.csv')
ORDER BY year, kind
