/** Anonymizes a chart's requests: names, labels, values, SQL and texts are replaced consistently. */

export interface Names {
  columns: readonly string[];
  metrics: readonly string[];
}

type Json = unknown;

/** Keys that no query depends on: of pages, pictures and other objects. */
const DROPPED =
  /(^|_)(title|label_colors|slice_id|dashboardId|dashboards|datasource|optionName|filterOptionName|queryFields|subtitle|subheader|viewport|extra_form_data|mapbox_style|url_params)$|^js_(?!columns)|^matrixify|^[xy]_axis_label$|compare_suffix|_axis_title|color_picker|isNew|isExtra|datasourceWarning/;

/** Protocol keywords rather than names: lowercase words with underscores, color schemes, numbers, times and formats. */
const WIRE = [
  /^[a-z]{0,12}$/,
  /^_{0,2}[a-z]+(_[a-z0-9]+)*$/,
  /^[A-Z][A-Z_]+$/,
  /^[A-Z][a-z]+$/,
  /^(superset|scheme|P\d)\w+$/,
  /^[-+]?\d+(\.\d+)?$/,
  /^[<>=!]+$/,
  /^(IS )?NOT (NULL|IN)$/,
  /^No filter$/,
  /^([\d:T .-]+|\d+ years ago : )(now)?$/,
  /^~?\.?\d*[a-z%]$/,
  /^%[\w%/-]+$/,
  /^[a-z]+,[a-z]+$/,
  /^Min\/max \(no outliers\)$/,
  /^\d\d°$/,
];

/** Keys whose values are protocol keywords, even if a column has the same name. */
const IS_WIRE = new Set([
  ...[
    "viz_type",
    "operation",
    "operator",
    "op",
    "clause",
    "expressionType",
    "aggregate",
    "type",
    "layout",
    "label_type",
  ],
  ...["x_axis_sort_series", "sort_series_type", "country_fieldtype", "horizon_color_scale", "color_by", "seriesType"],
]);

/** Objects under these keys have names as keys. */
const HAS_NAMES = new Set(["aggregates", "columns", "temporal_columns_lookup", "column_config"]);

const COUNT = "count";

export class Neutral {
  readonly #words = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  constructor({ columns, metrics }: Names) {
    for (const name of metrics) this.#name(name, "metric_");
    for (const name of columns) this.#name(name, "column_");
  }

  of<T extends Json>(value: T): T {
    this.#learn(value);
    return this.#written(value, "") as T;
  }

  #name(text: string, kind: string): void {
    if (this.#words.has(text) || text === COUNT) return;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    this.#words.set(text, `${kind}${count}`);
  }

  #learn(value: Json): void {
    if (typeof value !== "object" || value === null) return;
    const { sqlExpression, aggregate, column, label, ...others } = value as Record<string, Json>;
    if (typeof sqlExpression === "string") this.#name(sqlExpression, "sql ");
    if (typeof label === "string") this.#learnLabel(label, aggregate, column as { column_name?: string } | null);
    this.#learnValues(others);
    for (const one of Object.values(value)) this.#learn(one);
  }

  #learnValues({ op, operator, val, comparator }: Record<string, Json>): void {
    if ((op ?? operator) === "TEMPORAL_RANGE") return;
    for (const one of [val ?? comparator].flat()) {
      if (typeof one === "string" && !/^\d*$/.test(one)) this.#name(one, "value ");
    }
  }

  #learnLabel(label: string, aggregate: Json, column: { column_name?: string } | null | undefined): void {
    const name = column?.column_name;
    const isPlain = name !== undefined && label === `${aggregate}(${name})`;
    if (isPlain) this.#words.set(label, `${aggregate}(${this.#words.get(name) ?? name})`);
    else this.#name(label, "Label ");
  }

  #written(value: Json, key: string): Json {
    if (typeof value === "string") return this.#text(value, key);
    if (Array.isArray(value)) return value.map((one) => this.#written(one, `${key}[]`));
    if (typeof value !== "object" || value === null) return value;
    if (key === "column" && "column_name" in value) return { column_name: this.#written(value.column_name, "") };
    const remaining = Object.entries(value).filter(([name]) => !DROPPED.test(name));
    const written = remaining.map(([name, one]): [string, Json] => [
      HAS_NAMES.has(key) ? this.#text(name, "") : name,
      this.#written(one, name),
    ]);
    return Object.fromEntries(written);
  }

  #text(text: string, key: string): string {
    const word = this.#words.get(text);
    if (word !== undefined && !IS_WIRE.has(key)) return word;
    // Orders of raw tables are JSON in a text.
    if (/^\[".*\]$/.test(text)) return JSON.stringify(this.#written(JSON.parse(text), key));
    const [, before = "", name = "", after = ""] = /^(%?)(.*?)((?:__contribution)?)$/.exec(text) ?? [];
    const isNamed = name === COUNT || this.#words.has(name);
    if (before + after && isNamed) return `${before}${this.#words.get(name) ?? name}${after}`;
    if (WIRE.some((pattern) => pattern.test(text))) return text;
    this.#name(text, "text ");
    return this.#words.get(text) ?? "";
  }
}
