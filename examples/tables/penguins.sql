-- Penguins measured on three islands of the Palmer Archipelago. Millimetres and grams.
SELECT
  "Species" AS species,
  "Island" AS island,
  CASE "Sex" WHEN 'MALE' THEN 'Male' WHEN 'FEMALE' THEN 'Female' END AS sex,
  "Beak Length (mm)" AS beak_length,
  "Beak Depth (mm)" AS beak_depth,
  "Flipper Length (mm)"::INTEGER AS flipper_length,
  "Body Mass (g)"::INTEGER AS body_mass
FROM read_json('{data}/penguins.json')
ORDER BY species, island
