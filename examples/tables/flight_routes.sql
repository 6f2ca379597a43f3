-- Flights between airports of the United States in 2008, with the places of both airports in degrees.
SELECT
  f.origin,
  f.destination,
  f.count::INTEGER AS flights,
  o.city AS origin_city,
  d.city AS destination_city,
  o.state AS origin_state,
  d.state AS destination_state,
  o.latitude AS origin_latitude,
  o.longitude AS origin_longitude,
  d.latitude AS destination_latitude,
  d.longitude AS destination_longitude
FROM read_csv('{data}/flights-airport.csv') AS f
JOIN read_csv('{data}/airports.csv') AS o ON o.iata = f.origin
JOIN read_csv('{data}/airports.csv') AS d ON d.iata = f.destination
ORDER BY f.origin, f.destination
