-- Films with takings in dollars. Release years written with two digits after the source's last year are of the 1900s.
WITH source AS (
  SELECT *
  FROM read_json('{data}/movies.json', columns = {
    'Title': 'VARCHAR', 'US Gross': 'BIGINT', 'Worldwide Gross': 'BIGINT', 'US DVD Sales': 'BIGINT',
    'Production Budget': 'BIGINT', 'Release Date': 'VARCHAR', 'MPAA Rating': 'VARCHAR', 'Running Time min': 'INTEGER',
    'Distributor': 'VARCHAR', 'Source': 'VARCHAR', 'Major Genre': 'VARCHAR', 'Creative Type': 'VARCHAR',
    'Director': 'VARCHAR', 'Rotten Tomatoes Rating': 'INTEGER', 'IMDB Rating': 'DOUBLE', 'IMDB Votes': 'INTEGER'
  })
),
dated AS (SELECT *, strptime("Release Date", '%b %d %Y')::DATE AS released FROM source)
SELECT
  "Title" AS title,
  CASE WHEN year(released) > 2012 THEN (released - INTERVAL 100 YEAR)::DATE ELSE released END AS release_date,
  "Major Genre" AS genre,
  "Creative Type" AS creative_type,
  "Source" AS source,
  "Director" AS director,
  "Distributor" AS distributor,
  "MPAA Rating" AS mpaa_rating,
  "Running Time min" AS running_time,
  "Production Budget" AS production_budget,
  "US Gross" AS us_gross,
  "Worldwide Gross" AS worldwide_gross,
  "US DVD Sales" AS us_dvd_sales,
  "Rotten Tomatoes Rating" AS rotten_tomatoes_rating,
  "IMDB Rating" AS imdb_rating,
  "IMDB Votes" AS imdb_votes
FROM dated
ORDER BY release_date, title
