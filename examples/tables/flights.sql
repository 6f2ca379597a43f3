-- United States domestic flights of January to June 2001. Delay in minutes, below 0 when early; distance in miles.
SELECT
  f.date,
  f.delay::INTEGER AS delay,
  f.distance::INTEGER AS distance,
  f.origin,
  f.destination,
  f.origin || ' → ' || f.destination AS route,
  o.city || ', ' || o.state AS origin_city,
  d.city || ', ' || d.state AS destination_city
FROM read_parquet('{data}/flights-3m.parquet') AS f
LEFT JOIN read_csv('{data}/airports.csv') AS o ON o.iata = f.origin
LEFT JOIN read_csv('{data}/airports.csv') AS d ON d.iata = f.destination
ORDER BY f.date
