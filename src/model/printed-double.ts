/**
 * DuckDB SQL that prints a double like JavaScript: integers below 10^21 and fractions down to 10^-6 without exponent.
 */
export function printedDouble(column: string): string {
  const c = `${column}::DOUBLE`;
  const size = `abs(${c})`;
  const printed = `${size}::VARCHAR`;
  const digits = `replace(split_part(${printed}, 'e', 1), '.', '')`;
  const exponent = `split_part(${printed}, 'e', 2)::INTEGER`;
  const sign = `CASE WHEN ${c} < 0 THEN '-' ELSE '' END`;
  return `CASE WHEN NOT isfinite(${c}) THEN NULL
    WHEN ${c} = trunc(${c}) AND ${size} < 1e16 THEN ${c}::BIGINT::VARCHAR
    WHEN ${size} >= 1e-4 AND ${size} < 1e16 THEN ${c}::VARCHAR
    WHEN ${size} >= 1e21 OR ${size} < 1e-6 THEN ${sign} || regexp_replace(${printed}, 'e([+-])0*([1-9])', 'e\\1\\2')
    WHEN ${size} >= 1e16 THEN ${sign} || rpad(${digits}, ${exponent} + 1, '0')
    ELSE ${sign} || '0.' || repeat('0', -1 - ${exponent}) || ${digits} END`;
}
