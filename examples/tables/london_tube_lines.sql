-- The lines of London's underground, in pieces between stations, as lists of places in degrees.
WITH topology AS (
  SELECT transform, arcs::INTEGER[][][] AS arcs, objects.line.geometries AS geometries
  FROM read_json('{data}/londonTubeLines.json', maximum_object_size = 100000000)
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
piece AS (
  SELECT arc - 1 AS arc, to_json(list([longitude, latitude] ORDER BY point))::VARCHAR AS path FROM place GROUP BY arc
),
line AS (
  SELECT g.id AS line, unnest(g.arcs::JSON::INTEGER[]) AS arc FROM (SELECT unnest(geometries) AS g FROM topology)
)
SELECT line, path
FROM line
JOIN piece ON piece.arc = if(line.arc < 0, -1 - line.arc, line.arc)
ORDER BY line, piece.arc
