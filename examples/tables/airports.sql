-- Airports of the United States and its neighbourhood. NA in the source stands for unknown.
SELECT iata, name, nullif(city, 'NA') AS city, nullif(state, 'NA') AS state, country, latitude, longitude
FROM read_csv('{data}/airports.csv')
ORDER BY iata
