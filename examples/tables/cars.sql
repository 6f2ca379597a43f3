-- Cars of model years 1970 to 1982.
SELECT
  Name AS name,
  Year AS year,
  Origin AS origin,
  Miles_per_Gallon AS miles_per_gallon,
  Cylinders::INTEGER AS cylinders,
  Displacement AS displacement,
  Horsepower::INTEGER AS horsepower,
  Weight_in_lbs::INTEGER AS weight_lbs,
  Acceleration AS acceleration
FROM read_json('{data}/cars.json')
ORDER BY year, name
