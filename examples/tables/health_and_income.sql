-- Life expectancy, income per person (dollars at equal purchasing power) and population of 187 countries in 2015.
SELECT
  country,
  CASE region
    WHEN 'south_asia' THEN 'South Asia'
    WHEN 'europe_central_asia' THEN 'Europe and Central Asia'
    WHEN 'sub_saharan_africa' THEN 'Sub-Saharan Africa'
    WHEN 'america' THEN 'Americas'
    WHEN 'east_asia_pacific' THEN 'East Asia and Pacific'
    WHEN 'middle_east_north_africa' THEN 'Middle East and North Africa'
  END AS region,
  income::INTEGER AS income,
  health AS life_expect,
  population
FROM read_csv('{data}/gapminder-health-income.csv')
ORDER BY country
