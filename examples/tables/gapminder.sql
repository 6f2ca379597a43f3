-- Population, life expectancy and fertility of 62 countries, every five years from 1955 to 2005.
SELECT
  make_date(year, 1, 1) AS year,
  country,
  CASE cluster
    WHEN 0 THEN 'South Asia'
    WHEN 1 THEN 'Europe and Central Asia'
    WHEN 2 THEN 'Sub-Saharan Africa'
    WHEN 3 THEN 'Americas'
    WHEN 4 THEN 'East Asia and Pacific'
    WHEN 5 THEN 'Middle East and North Africa'
  END AS region,
  cluster::INTEGER AS cluster,
  pop,
  life_expect,
  fertility
FROM read_json('{data}/gapminder.json')
ORDER BY year, country
