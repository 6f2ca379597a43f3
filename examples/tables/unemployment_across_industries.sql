-- Unemployed people of the United States by industry and month, 2000 to February 2010. Thousands of people; per cent.
SELECT make_date(year, month, 1) AS date, series AS industry, count::INTEGER AS count, rate
FROM read_json('{data}/unemployment-across-industries.json')
ORDER BY date, industry
