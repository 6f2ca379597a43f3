import { controlsOf } from "../../chart-seam/define.ts";
import { loadTypedForm } from "../../chart-types/index.ts";
import { readSharedForm } from "../../model/form-data.ts";
import type { Rename, SqlRenamer } from "./rename-sql.ts";

type Json = Record<string, unknown>;

/** What a value of form data names. `label`: a column of the result, by its label. */
type Place = "column" | "metric" | "label" | "filters" | "none";

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The chart's settings with the new name, wherever they have the old one. */
export async function renamedForm(form: Json, rename: Rename, sql: SqlRenamer): Promise<Json> {
  const widgets = await widgetsOf(form);
  const renamer = new FormRenamer(rename, sql);
  const entries = Object.entries(form).map(async ([key, value]): Promise<[string, unknown]> => {
    const place = placeOf(key, widgets.get(key));
    return [key, await renamer.value(value, place)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

const QUERY_PLACES: Readonly<Record<string, Place>> = {
  columns: "column",
  groupby: "column",
  series_columns: "column",
  having_columns: "column",
  granularity: "column",
  granularity_sqla: "column",
  metrics: "metric",
  series_limit_metric: "metric",
  timeseries_limit_metric: "metric",
  filters: "filters",
  adhoc_filters: "filters",
  extras: "filters",
  orderby: "label",
  post_processing: "label",
};

/** A query, or what a filter adds to one. */
export async function renamedQuery(query: Json, rename: Rename, sql: SqlRenamer): Promise<Json> {
  const renamer = new FormRenamer(rename, sql);
  const entries = Object.entries(query).map(async ([key, value]): Promise<[string, unknown]> => {
    if (key === "custom_form_data" && isObject(value)) return [key, await renamedQuery(value, rename, sql)];
    if (/^(where|having)$/.test(key) && typeof value === "string") return [key, await sql.expression(value)];
    return [key, await renamer.value(value, QUERY_PLACES[key] ?? "none")];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** A stored query context. */
export async function renamedContext(context: Json, rename: Rename, sql: SqlRenamer): Promise<Json> {
  const queries = Array.isArray(context.queries) ? context.queries : [];
  const { form_data } = context;
  return {
    ...context,
    queries: await Promise.all(queries.map((query) => (isObject(query) ? renamedQuery(query, rename, sql) : query))),
    ...(isObject(form_data) ? { form_data: await renamedForm(form_data, rename, sql) } : {}),
  };
}

async function widgetsOf(form: Json): Promise<Map<string, string>> {
  const read = readSharedForm(form);
  const typed = read && (await loadTypedForm(read).catch(() => undefined));
  return new Map(typed ? controlsOf(typed.type.sections).map(({ name, widget }) => [name, widget]) : []);
}

const PLACES: Readonly<Record<string, Place>> = {
  columns: "column",
  metrics: "metric",
  filters: "filters",
  "order-by": "label",
  "x-axis-sort": "label",
  "column-config": "label",
  "conditional-formatting": "label",
  spatial: "column",
  "fixed-or-metric": "metric",
  "matrix-dimension": "column",
  collection: "label",
};

const METRICS = /metric|^(size|x|y|secondary_y|line_column_metric)$/;
const COLUMNS =
  /groupby|column|dimension|^(x_axis|series|entity|source|target|parent|id|name|all_.+|granularity(_sqla)?|geojson|.*spatial|latitude|longitude|.*_by_cols)$/;
const NOT_NAMES =
  /^(viz_type|slice_name|datasource|color_scheme|row_limit|annotation_layers|url_params|.*_format|.*_title)$/;

/** By the control, or else by the key, as of charts whose type isn't known. */
function placeOf(key: string, widget: string | undefined): Place {
  if (/adhoc_filters/.test(key)) return "filters";
  if (widget !== undefined) {
    const place = PLACES[widget];
    if (place) return place;
    return /^(select|textarea)$/.test(widget) && /handlebars|template|metric|column|series/i.test(key)
      ? "label"
      : "none";
  }
  if (NOT_NAMES.test(key)) return "none";
  if (key === "matrixify_rows" || key === "matrixify_columns") return "metric";
  if (METRICS.test(key)) return "metric";
  return COLUMNS.test(key) ? "column" : "none";
}

const SQL_KEYS = new Set(["sqlExpression", "where", "having"]);
/** Texts and values, which are never names. */
const VALUE_KEYS = new Set([
  ...["comparator", "val", "value", "values", "operator", "operatorId", "op", "aggregate", "expressionType", "clause"],
  ...["optionName", "filterOptionName", "type", "uuid", "columnType", "timeGrain", "colorScheme", "targetValue"],
]);

interface Entry {
  place: Place;
  isMetric: boolean;
  owner: Json;
}

/** Labels stay, too: what refers to a metric by its label still fits. */
const SUBJECT_KEYS = new Set(["subject", "col"]);
const METRIC_KEYS = new Set(["sortByMetric", "metric", "metrics"]);

const isUnchanged = (key: string, child: unknown, place: Place) =>
  key === "label" ||
  key === "hasCustomLabel" ||
  (VALUE_KEYS.has(key) && !isObject(child) && !(key === "value" && place === "metric"));

class FormRenamer {
  readonly #rename: Rename;
  readonly #sql: SqlRenamer;

  constructor(rename: Rename, sql: SqlRenamer) {
    this.#rename = rename;
    this.#sql = sql;
  }

  async value(value: unknown, place: Place): Promise<unknown> {
    if (typeof value === "string") return this.#text(value, place);
    if (Array.isArray(value)) return Promise.all(value.map((each) => this.value(each, place)));
    if (!isObject(value)) return value;
    return this.#object(value, place);
  }

  #text(text: string, place: Place): string {
    const { kind, from, to } = this.#rename;
    if (place === "none" || place === "filters") return text;
    if (place !== "label" && place !== kind) return text;
    if (text === from) return to;
    if (place === "label" && text.includes("{{")) return this.#handlebars(text);
    return this.#orderBy(text);
  }

  /** Tables keep an order as the JSON text of a name and a direction. */
  #orderBy(text: string): string {
    if (!text.startsWith('["')) return text;
    try {
      const parsed: unknown = JSON.parse(text);
      if (!Array.isArray(parsed) || parsed[0] !== this.#rename.from) return text;
      return JSON.stringify([this.#rename.to, ...parsed.slice(1)]);
    } catch {
      return text;
    }
  }

  #handlebars(text: string): string {
    const { from, to } = this.#rename;
    const word = from.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const isPlain = /^[\w$]+$/.test(from) && /^[\w$]+$/.test(to);
    const name = isPlain
      ? new RegExp(String.raw`(?<![\w$])${word}(?![\w$])|\[${word}\]`, "g")
      : new RegExp(String.raw`\[${word}\]|(?<![\w$.])${word}(?![\w$])`, "g");
    return text.replaceAll(/\{\{[\s\S]*?\}\}/g, (tag) =>
      tag.replaceAll(name, (found) => (found.startsWith("[") || !isPlain ? `[${to}]` : to)),
    );
  }

  async #object(value: Json, place: Place): Promise<Json> {
    const isMetric = "aggregate" in value || value.expressionType === "SIMPLE" || value.expressionType === "SQL";
    const entries = Object.entries(value).map(async ([key, child]): Promise<[string, unknown]> => {
      const name = place === "label" && key === this.#rename.from ? this.#rename.to : key;
      return [name, await this.#entry(key, child, { place, isMetric, owner: value })];
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  async #entry(key: string, child: unknown, of: Entry): Promise<unknown> {
    const { place, isMetric, owner } = of;
    if (SQL_KEYS.has(key) && typeof child === "string") return this.#expression(child, owner);
    if (isUnchanged(key, child, place)) return child;
    if (SUBJECT_KEYS.has(key)) return this.#subject(child, owner);
    if (key === "column_name" || (isMetric && key === "column")) return this.value(child, "column");
    if (isMetric && typeof child === "string") return child;
    if (METRIC_KEYS.has(key)) return this.value(child, "metric");
    return this.value(child, place === "filters" ? "none" : place);
  }

  #expression(text: string, owner: Json): Promise<string> | string {
    const { kind, from, to } = this.#rename;
    if (owner.isColumnReference === true) return kind === "column" && text === from ? to : text;
    return this.#sql.expression(text);
  }

  /** Conditions on groups name metrics. */
  #subject(child: unknown, owner: Json): unknown {
    if (typeof child !== "string") return this.value(child, "column");
    const kind = owner.clause === "HAVING" ? "metric" : "column";
    return child === this.#rename.from && kind === this.#rename.kind ? this.#rename.to : child;
  }
}
