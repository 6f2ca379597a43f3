-- Earthquakes of the first week of February 2018, worldwide. Depth in kilometres, times in UTC.
WITH feature AS (
  SELECT unnest(features) AS f
  FROM read_json('{data}/earthquakes.json', maximum_object_size = 100000000)
)
SELECT
  f.id AS id,
  make_timestamp(f.properties.time * 1000) AS time,
  make_timestamp(f.properties.updated * 1000) AS updated,
  f.properties.mag AS magnitude,
  f.properties.magType AS magnitude_type,
  f.properties.place AS place,
  f.geometry.coordinates[2] AS latitude,
  f.geometry.coordinates[1] AS longitude,
  f.geometry.coordinates[3] AS depth,
  f.properties.type AS event_type,
  f.properties.status AS status,
  f.properties.alert AS alert,
  f.properties.tsunami = 1 AS tsunami,
  f.properties.felt::INTEGER AS felt_reports,
  f.properties.sig::INTEGER AS significance,
  f.properties.net AS network,
  f.properties.nst::INTEGER AS stations,
  f.properties.gap AS gap,
  f.properties.rms AS rms
FROM feature
ORDER BY time
