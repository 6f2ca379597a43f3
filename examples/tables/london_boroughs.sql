-- The boroughs of London as GeoJSON, from TopoJSON: outlines are made of arcs, whose points are steps from the one before.
WITH topology AS (
  SELECT transform, arcs::INTEGER[][][] AS arcs, objects.boroughs.geometries AS geometries
  FROM read_json('{data}/londonBoroughs.json', maximum_object_size = 100000000)
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
    round(sum(step[1]) OVER walk * scale[1] + origin[1], 5) AS longitude,
    round(sum(step[2]) OVER walk * scale[2] + origin[2], 5) AS latitude
  FROM step, frame
  WINDOW walk AS (PARTITION BY arc ORDER BY point)
),
line AS (
  SELECT arc - 1 AS arc, list([longitude, latitude] ORDER BY point) AS points FROM place GROUP BY arc
),
shape AS (
  SELECT g.id AS name, if(g.type = 'Polygon', [g.arcs::JSON], g.arcs::JSON::JSON[]) AS parts
  FROM (SELECT unnest(geometries) AS g FROM topology)
  WHERE g.type IN ('Polygon', 'MultiPolygon')
),
part AS (
  SELECT name, part, (parts[part]->0)::INTEGER[] AS arcs
  FROM (SELECT name, parts, unnest(range(1, len(parts) + 1)) AS part FROM shape)
),
used AS (
  SELECT name, part, unnest(range(1, len(arcs) + 1)) AS place, unnest(arcs) AS arc FROM part
),
ring AS (
  SELECT
    name,
    part,
    flatten(list(if(used.arc < 0, list_reverse(points), points) ORDER BY place)) AS points
  FROM used
  JOIN line ON line.arc = if(used.arc < 0, -1 - used.arc, used.arc)
  GROUP BY name, part
)
SELECT
  name,
  -- Square kilometers, by the outline's points on a plane at the city's latitude.
  round(sum(abs(list_sum(list_transform(
    range(1, len(points)),
    lambda i: points[i][1] * points[i + 1][2] - points[i + 1][1] * points[i][2]
  ))) / 2 * 111.32 * 111.32 * cos(radians(51.5))), 1) AS square_km,
  to_json({type: 'MultiPolygon', coordinates: list([points] ORDER BY part)})::VARCHAR AS outline
FROM ring
GROUP BY name
ORDER BY name
