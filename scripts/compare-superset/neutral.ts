/** What was asked for a chart in neutral words: names, labels, values, SQL and texts are replaced, always by the same. */

/** Of a dataset. */
export interface Names {
  columns: readonly string[];
  metrics: readonly string[];
}

type Json = unknown;

/** Of pages, pictures and other objects: no query depends on them. */
const DROPPED =
  /(^|_)(title|label_colors|slice_id|dashboardId|dashboards|datasource|optionName|filterOptionName|queryFields|subtitle|subheader|viewport|extra_form_data|mapbox_style|url_params|description|verbose_name|warning_markdown|certification_details|certified_by|python_date_format|advanced_data_type|id)$|^js_(?!columns)|^matrixify|^[xy]_axis_label$|compare_suffix|_axis_title|color_picker|isNew|isExtra|datasourceWarning/;

/** Words of the wire, among them all of one letter case with underscores. */
const WIRE =
  /^(|count|[a-z]{1,12}|[a-z]+(_[a-z0-9]+)+|[A-Z][A-Z_]{2,}|[A-Z][a-z]+|superset\w+|scheme\w+|P\w+|[-+]?\d+(\.\d+)?|[<>=!]+|IS NOT NULL|NOT IN|IN|No filter|[\d:T .-]+|\d+ years ago : now|~?\.?\d*[a-z%]|%[\w%/-]+|[a-z]+,[a-z]+|Min\/max \(no outliers\)|\d\d°|latlong)$/;

export class Neutral {
  readonly #words = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  constructor({ columns, metrics }: Names) {
    for (const name of metrics) if (name !== "count") this.#name(name, "metric_");
    for (const name of columns) this.#name(name, "column_");
  }

  /** Form data, and the queries of a page. */
  of<T extends Json>(value: T): T {
    this.#learn(value);
    return this.#written(value, "") as T;
  }

  #name(text: string, kind: string): void {
    if (this.#words.has(text)) return;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    this.#words.set(text, `${kind}${count}`);
  }

  /** Labels of metrics, SQL and the values of filters. */
  #learn(value: Json): void {
    if (Array.isArray(value)) for (const one of value) this.#learn(one);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    const { sqlExpression, aggregate, column, label, op, operator, val, comparator } = value as Record<string, Json>;
    if (typeof sqlExpression === "string") this.#name(sqlExpression, "sql ");
    if (typeof label === "string") this.#learnLabel(label, aggregate, column as { column_name?: string } | null);
    if ((op ?? operator) !== "TEMPORAL_RANGE") {
      for (const one of [val ?? comparator].flat()) {
        if (typeof one === "string" && !/^\d*$/.test(one)) this.#name(one, "value ");
      }
    }
    for (const one of Object.values(value)) this.#learn(one);
  }

  #learnLabel(label: string, aggregate: Json, column: { column_name?: string } | null | undefined): void {
    const name = column?.column_name;
    const isPlain = name !== undefined && label === `${aggregate}(${name})`;
    if (isPlain) this.#words.set(label, `${aggregate}(${this.#words.get(name) ?? name})`);
    else this.#name(label, "Label ");
  }

  #written(value: Json, key: string): Json {
    if (typeof value === "string") return this.#text(value, key);
    if (Array.isArray(value)) return value.map((one) => this.#written(one, key));
    if (typeof value !== "object" || value === null) return value;
    const kept = Object.entries(value).filter(([name]) => !DROPPED.test(name));
    return Object.fromEntries(kept.map(([name, one]) => [this.#words.get(name) ?? name, this.#written(one, name)]));
  }

  #text(text: string, key: string): string {
    const word = this.#words.get(text);
    if (word !== undefined && !IS_WIRE.has(key)) return word;
    // Orders of raw tables are JSON in a text.
    if (/^\[".*\]$/.test(text)) return JSON.stringify(this.#written(JSON.parse(text), key));
    if (text.startsWith("%") && this.#words.has(text.slice(1))) return `%${this.#words.get(text.slice(1))}`;
    if (WIRE.test(text)) return text;
    this.#name(text, "text ");
    return this.#words.get(text) ?? "";
  }
}

/** Keys whose values are words of the wire, whatever a dataset calls its columns. */
const IS_WIRE = new Set(["viz_type", "operation", "operator", "op", "clause", "expressionType", "aggregate", "type"]);
