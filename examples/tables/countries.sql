-- Fertility and life expectancy by country, with the change since five years before.
SELECT
  make_date(year, 1, 1) AS year,
  country,
  fertility,
  life_expect,
  fertility - p_fertility AS fertility_change,
  life_expect - p_life_expect AS life_expect_change
FROM read_json('{data}/countries.json')
ORDER BY year, country
