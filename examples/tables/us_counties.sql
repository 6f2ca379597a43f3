-- Unemployment in the counties of the United States in 2009, with their outlines as GeoJSON, from TopoJSON: outlines are made of arcs, whose points are steps from the one before.
WITH topology AS (
  SELECT transform, arcs::INTEGER[][][] AS arcs, objects.counties.geometries AS geometries
  FROM read_json('{data}/us-10m.json', maximum_object_size = 100000000)
),
frame AS (
  SELECT transform.scale AS scale, transform.translate AS origin FROM topology
),
step AS (
  SELECT arc, unnest(steps) AS step, unnest(range(1, len(steps) + 1)) AS point
  FROM (SELECT unnest(range(1, len(arcs) + 1)) AS arc, unnest(arcs) AS steps FROM topology)
),
place AS (
  SELECT
    arc,
    point,
    round(sum(step[1]) OVER walk * scale[1] + origin[1], 3) AS longitude,
    round(sum(step[2]) OVER walk * scale[2] + origin[2], 3) AS latitude
  FROM step, frame
  WINDOW walk AS (PARTITION BY arc ORDER BY point)
),
line AS (
  SELECT arc - 1 AS arc, list([longitude, latitude] ORDER BY point) AS points FROM place GROUP BY arc
),
shape AS (
  SELECT g.id AS county, if(g.type = 'Polygon', [g.arcs::JSON], g.arcs::JSON::JSON[]) AS parts
  FROM (SELECT unnest(geometries) AS g FROM topology)
  WHERE g.type IN ('Polygon', 'MultiPolygon')
),
part AS (
  SELECT county, part, (parts[part]->0)::INTEGER[] AS arcs
  FROM (SELECT county, parts, unnest(range(1, len(parts) + 1)) AS part FROM shape)
),
used AS (
  SELECT county, part, unnest(range(1, len(arcs) + 1)) AS place, unnest(arcs) AS arc FROM part
),
ring AS (
  SELECT
    county,
    part,
    flatten(list(if(used.arc < 0, list_reverse(points), points) ORDER BY place)) AS points
  FROM used
  JOIN line ON line.arc = if(used.arc < 0, -1 - used.arc, used.arc)
  GROUP BY county, part
)
SELECT
  lpad(county::VARCHAR, 5, '0') AS county,
  rate,
  to_json({type: 'MultiPolygon', coordinates: list([points] ORDER BY part)})::VARCHAR AS outline
FROM ring
JOIN read_csv('{data}/unemployment.tsv', delim = '\t', types = {id: 'INTEGER'}) AS unemployment ON unemployment.id = county
GROUP BY ring.county, rate
ORDER BY ring.county
