-- Birds and other animals struck by aircraft in the United States. Costs in dollars.
SELECT
  "Flight Date" AS flight_date,
  "Airport Name" AS airport,
  "Origin State" AS state,
  "Aircraft Airline Operator" AS operator,
  "Aircraft Make Model" AS aircraft,
  "Wildlife Species" AS species,
  "Wildlife Size" AS wildlife_size,
  "Phase of flight" AS phase_of_flight,
  "Time of day" AS time_of_day,
  "Effect Amount of damage" AS damage,
  "Cost Other"::INTEGER AS cost_other,
  "Cost Repair"::INTEGER AS cost_repair,
  "Cost Total $"::INTEGER AS cost_total,
  "Speed IAS in knots"::INTEGER AS speed_knots
FROM read_csv('{data}/birdstrikes.csv')
ORDER BY flight_date
