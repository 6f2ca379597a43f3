-- Daily weather in Seattle, 2012 to 2015. Millimetres, degrees Celsius, metres per second.
SELECT date, precipitation, temp_max, temp_min, wind, weather
FROM read_csv('{data}/seattle-weather.csv')
ORDER BY date
