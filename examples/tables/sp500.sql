-- The S&P 500 index on the first day of each month from January 2000.
SELECT strptime(date, '%b %d %Y')::DATE AS date, price
FROM read_csv('{data}/sp500.csv')
ORDER BY date
