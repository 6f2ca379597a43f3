/** Metrics and filters as older forms have them, in the shape of today. What isn't known is returned unchanged. */

type Entry = Readonly<Record<string, unknown>>;

const isEntry = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Without `expressionType`, with an aggregate in lower case, or with the name of its column alone. */
export function toMetric(value: unknown): unknown {
  if (!isEntry(value)) return value;
  const { expressionType, aggregate, column, sqlExpression } = value;
  const isSql = expressionType === "SQL" || (!expressionType && typeof sqlExpression === "string" && !column);
  if (isSql) return { ...value, expressionType: "SQL" };
  if (!column && !aggregate) return value;
  return {
    ...value,
    expressionType: expressionType || "SIMPLE",
    ...(typeof aggregate === "string" ? { aggregate: aggregate.toUpperCase() } : {}),
    ...(typeof column === "string" ? { column: { column_name: column } } : {}),
  };
}

/** The list of filters; anything that holds no filter at all is null. */
export function toFilters(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== null && one !== undefined).map(toFilter);
  return !value || (isEntry(value) && Object.keys(value).length === 0) ? null : value;
}

/** Before adhoc filters, a filter was `{col, op, val}`. */
export function toFilter(value: unknown): unknown {
  if (!isEntry(value) || value.expressionType) return value;
  const { col, op, val, subject, operator, comparator, sqlExpression, ...rest } = value;
  if (typeof sqlExpression === "string" && !subject && !col) {
    return { ...rest, expressionType: "SQL", sqlExpression };
  }
  const [column, by] = [subject ?? col, operator ?? op];
  if (typeof column !== "string" || typeof by !== "string") return value;
  return { ...rest, expressionType: "SIMPLE", subject: column, operator: by, comparator: comparator ?? val };
}
