type Part = Readonly<Record<string, unknown>>;

/** Parts of an option that ECharts replaces value by value when it merges. */
const MERGEABLE = new Set([
  "animation",
  "aria",
  "backgroundColor",
  "color",
  "graphic",
  "grid",
  "legend",
  "series",
  "textStyle",
  "tooltip",
  "useUTC",
  "xAxis",
  "yAxis",
]);
const MERGEABLE_SERIES = new Set(["bar", "custom", "line", "pie", "scatter"]);
/** Components of their own in a series, which have other rules. */
const MARKERS = ["markLine", "markArea", "markPoint"];
const IDENTITY = new Set(["type", "id", "name", "xAxisIndex", "yAxisIndex", "stack", "coordinateSystem", "selected"]);

/**
 * Whether merging an option into the drawn one has the effect of replacing it, and so can be faster: both have the same
 * components and settings, with other values and data.
 */
export function isDataUpdate(drawn: Part, next: Part): boolean {
  return Object.keys(next).every((key) => MERGEABLE.has(key)) && hasMergeableSeries(next) && hasSameShape(drawn, next);
}

function hasMergeableSeries({ series }: Part): boolean {
  return Array.isArray(series) && series.every(isMergeable);
}

const isMergeable = (series: Part) =>
  MERGEABLE_SERIES.has(String(series.type)) && series.large !== true && MARKERS.every((key) => !(key in series));

function hasSameShape(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, at) => hasSameShape(value, b[at]));
  if (isPart(a) && isPart(b)) {
    const keys = Object.keys(b);
    return keys.length === Object.keys(a).length && keys.every((key) => key in a && isSameKey(key, a[key], b[key]));
  }
  return typeof a === typeof b && (a === null) === (b === null) && Array.isArray(a) === Array.isArray(b);
}

function isSameKey(key: string, a: unknown, b: unknown): boolean {
  if (key === "data") return Array.isArray(a) && Array.isArray(b);
  if (IDENTITY.has(key)) return JSON.stringify(a) === JSON.stringify(b);
  return hasSameShape(a, b);
}

const isPart = (value: unknown): value is Part => typeof value === "object" && value !== null && !Array.isArray(value);
