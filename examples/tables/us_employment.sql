-- Employees of the United States by sector and month, 2006 to 2015. Thousands of people.
SELECT * EXCLUDE (trade_transportation_utilties), trade_transportation_utilties AS trade_transportation_utilities
FROM read_csv('{data}/us-employment.csv')
ORDER BY month
