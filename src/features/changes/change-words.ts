import type { Control } from "../../chart-seam/control.ts";
import { chartCard } from "../../chart-types/index.ts";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import { partTitle } from "../../model/saved-change.ts";
import { inSentence } from "../../ui/in-sentence.ts";
import { controlLabel, describeValue } from "../../web/control-words/control-words.ts";
import { humanized, plainWords } from "../../web/control-words/plain-words.ts";

/** `path` has the format of property-diff.ts. */
export interface PropertyChange {
  path: string;
  before: unknown;
  after: unknown;
}

export interface ChangeRow {
  key: string;
  label: string;
  before: string;
  after: string;
}

export interface ChangeContext {
  controls?: ReadonlyMap<string, Control>;
  dataset?: Dataset;
  /** Of a dashboard: names of filters and layout components by ID; charts as `chart:<id>`. */
  names?: ReadonlyMap<string, string>;
}

export type ChangedNoun =
  | "chart"
  | "dashboard"
  | "dataset"
  | "database"
  | "CSS template"
  | "theme"
  | "alert"
  | "report";

const LABELS: Readonly<Record<string, string>> = {
  slice_name: t("Name"),
  viz_type: t("Chart type"),
  datasource_id: t("Dataset"),
  dashboard_title: t("Title"),
  table_name: t("Name"),
  database_name: t("Name"),
  template_name: t("Name"),
  theme_name: t("Name"),
  json_data: t("Configuration"),
  sqlalchemy_uri: t("Connection string"),
  masked_encrypted_extra: t("Additional credentials"),
  slug: t("URL slug"),
  css: t("CSS"),
  sql: t("SQL"),
  theme_id: t("Theme"),
  main_dttm_col: t("Default datetime"),
  fetch_values_predicate: t("Autocomplete query predicate"),
  filter_select_enabled: t("Autocomplete filters"),
  normalize_columns: t("Normalize column names"),
  offset: t("Hours offset"),
  default_endpoint: t("Default URL"),
  extra: t("Extra"),
  json_metadata: t("Settings"),
  position_json: t("Layout"),
  charts: t("Charts"),
  params: t("Settings"),
  query_context: t("Query"),
  schema: t("Schema"),
  folders: t("Folders"),
  refresh_frequency: t("Refresh interval (seconds)"),
  stagger_refresh: t("Refresh charts one by one"),
  stagger_time: t("Refresh spread (milliseconds)"),
  show_chart_timestamps: t("Show when charts were queried"),
  default_filters: t("Legacy filter box defaults"),
  filter_scopes: t("Legacy filter box scopes"),
  color_scheme_domain: t("Color scheme colors"),
  color_namespace: t("Color namespace"),
  label_colors: t("Colors by label"),
  map_label_colors: t("Automatically assigned colors"),
  shared_label_colors: t("Labels shared between charts"),
  time_range: t("Time range"),
  granularity_sqla: t("Time column"),
  time_grain_sqla: t("Time grain"),
  adhoc_filters: t("Filters"),
  annotation_layers: t("Annotation layers"),
  timed_refresh_immune_slices: t("Charts without automatic refresh"),
  expanded_slices: t("Charts with expanded description"),
  native_filter_configuration: t("Filter order"),
  chart_customization_config: t("Display control order"),
  global_chart_configuration: t("Cross-filter scoping"),
  cross_filters_enabled: t("Cross-filtering"),
  filter_bar_orientation: t("Filter bar orientation"),
  verbose_name: t("Label"),
  expression: t("SQL expression"),
  is_dttm: t("Is temporal"),
  filterable: t("Is filterable"),
  groupby: t("Is dimension"),
  d3format: t("Number format"),
  python_date_format: t("Datetime format"),
  children: t("Contents"),
  code: t("Text"),
  headerSize: t("Size"),
  chartId: t("Chart"),
  sliceNameOverride: t("Name"),
  sliceName: t("Name"),
  filterType: t("Type"),
  targets: t("Column"),
  sortMetric: t("Sort metric"),
  cascadeParentIds: t("Depends on"),
  requiredFirst: t("Must be set before charts load"),
  defaultDataMask: t("Default value"),
  "controlValues.enableEmptyFilter": t("Required"),
  "controlValues.defaultToFirstItem": t("Select the first value"),
  "controlValues.multiSelect": t("Multiple values"),
  "controlValues.searchAllOptions": t("Search all values"),
  "controlValues.inverseSelection": t("Inverse selection"),
  "controlValues.sortAscending": t("Sort ascending"),
  "scope.rootPath": t("Tabs in scope"),
  "scope.excluded": t("Excluded charts"),
  crontab: t("Schedule"),
  database_id: t("Database"),
  dashboard_id: t("Dashboard"),
  chart_id: t("Chart"),
  validator_config_json: t("Condition"),
  extra_json: t("Tab and filters"),
  report_format: t("Format"),
  force_screenshot: t("Ignore the cache"),
  custom_width: t("Screenshot width"),
  email_subject: t("Subject"),
};

/** Internal details, and properties derived from others. */
const INCIDENTAL = new RegExp(
  [
    /(^|\.)(optionName|filterOptionName|datasourceWarning|hasCustomLabel)$/,
    /^params\.(datasource|slice_id|dashboards|viz_type)$/,
    /^datasource_(type|name)$/,
    /^json_metadata\.(map_label_colors|shared_label_colors|color_scheme_domain|color_namespace)(\.|$)/,
    /^json_metadata\..*(chartsInScope|tabsInScope)$/,
    /^json_metadata\.chart_configuration\.\d+$/,
    /^position_json\.(DASHBOARD_VERSION_KEY|HEADER_ID\b.*)$/,
    /^position_json\.(ROOT_ID|GRID_ID|(ROW|COLUMN)-[^.]+)$/,
    /^position_json\.[^.]+\.(parents\b.*|meta\.uuid)$/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

const within = (path: string, name: string) => path === name || path.startsWith(`${name}.`);

/** Returns all changes when only incidental ones are left. A chart's queries are derived from its `params`. */
export function relevantChanges<T extends { path: string }>(changes: readonly T[]): T[] {
  const hasParams = changes.some(({ path }) => within(path, "params"));
  const isOwn = ({ path }: T) => !INCIDENTAL.test(path) && !(hasParams && within(path, "query_context"));
  const own = changes.filter(isOwn);
  return own.length > 0 ? own : [...changes];
}

export function changeRows(
  noun: ChangedNoun,
  changes: readonly PropertyChange[],
  context: ChangeContext = {},
): ChangeRow[] {
  return relevantChanges(changes).map(({ path, before, after }) => {
    const named = withOwnName(context, path, before ?? after);
    const words = (value: unknown) => displayValue(path, value, named);
    return { key: path, label: propertyLabel(noun, path, named), before: words(before), after: words(after) };
  });
}

function propertyLabel(noun: ChangedNoun, path: string, context: ChangeContext): string {
  const [, name = "", rest = ""] = PARAMETER.exec(path) ?? [];
  if (name) return partOf(controlName(name, context), rest);
  const item = /^(columns|metrics)\[(.*)\](?:\.([^\]]*))?$/.exec(path);
  if (noun === "dataset" && item) {
    const name = item[2] ?? "";
    return partOf(item[1] === "columns" ? t("Column {name}", { name }) : t("Metric {name}", { name }), item[3]);
  }
  if (noun === "dataset" && /^(columns|metrics)$/.test(path))
    return path === "columns" ? t("Column order") : t("Metric order");
  if (noun === "dashboard") return dashboardLabel(path, context);
  return labelOf(path);
}

const PARAMETER = /^params\.([^.[]+)(.*)$/;

export function fieldLabel(path: string, context: ChangeContext): string {
  const name = PARAMETER.exec(path)?.[1];
  return name ? controlName(name, context) : labelOf(path);
}

function controlName(name: string, { controls, dataset }: ChangeContext): string {
  const control = controls?.get(name);
  return control ? controlLabel(control, { formData: {}, dataset }) : labelOf(name);
}

function dashboardLabel(path: string, { names }: ChangeContext): string {
  const entry = /^json_metadata\.(native_filter_configuration|chart_customization_config)\[(.*?)\](.*)$/.exec(path);
  if (entry) {
    const isFilter = entry[1] === "native_filter_configuration";
    return partOf(filterLabel(isFilter, names?.get(entry[2] ?? "")), entry[3]);
  }
  const emitter = /^json_metadata\.chart_configuration\.(\d+)/.exec(path);
  if (emitter) {
    const name = names?.get(`chart:${emitter[1]}`);
    return name ? t("Cross-filters for “{name}”", { name }) : t("Cross-filters for a chart");
  }
  const part = /^position_json\.([^.]+)(.*)$/.exec(path);
  if (part) {
    const name = names?.get(part[1] ?? "") ?? partKind(part[1] ?? "");
    return partOf(t("Layout: {name}", { name }), part[2]);
  }
  const color = /^json_metadata\.(?:label_colors|map_label_colors)\.(.+)$/.exec(path);
  return color ? t("Color for “{label}”", { label: color[1] ?? "" }) : labelOf(path.replace(/^json_metadata\./, ""));
}

function filterLabel(isFilter: boolean, name: string | undefined): string {
  if (!name) return isFilter ? t("Filter") : t("Display control");
  return isFilter ? t("Filter “{name}”", { name }) : t("Display control “{name}”", { name });
}

function partOf(noun: string, rest: string | undefined): string {
  const inner = (rest ?? "").replace(/^\.?(meta\.)?/, "").replace(/\[.*?\]/g, "");
  return inner ? t("{thing}: {property}", { thing: noun, property: inSentence(labelOf(inner)) }) : noun;
}

const labelOf = (path: string) => LABELS[path] ?? humanized(path);

const KIND_TEXTS: Readonly<Record<string, string>> = {
  GRID: t("grid"),
  ROW: t("row"),
  COLUMN: t("column"),
  CHART: t("chart"),
  TAB: t("tab"),
  TABS: t("tabs"),
  HEADER: t("heading"),
  MARKDOWN: t("text"),
  DIVIDER: t("divider"),
};

const kindText = (kind: string) => KIND_TEXTS[kind] ?? kind.toLowerCase();

/** Also the name of components without a title. */
export function partKind(id: string): string {
  return kindText(/^[A-Z]+/.exec(id)?.[0] ?? id);
}

/** Adds the name of a filter or tile that was added or removed, as the dashboard doesn't contain it. */
function withOwnName(context: ChangeContext, path: string, value: unknown): ChangeContext {
  const id =
    /^json_metadata\.(?:native_filter_configuration|chart_customization_config)\[(.*)\]$|^position_json\.([^.]+)$/.exec(
      path,
    );
  const key = id?.[1] ?? id?.[2];
  const name = key === undefined ? undefined : partName(value);
  if (key === undefined || name === undefined || context.names?.has(key)) return context;
  return { ...context, names: new Map([...(context.names ?? []), [key, name]]) };
}

export function partName(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { type } = value as Record<string, unknown>;
  return partTitle(value) ?? (typeof type === "string" ? kindText(type) : undefined);
}

const LONGEST = 400;

function displayValue(path: string, value: unknown, context: ChangeContext): string {
  const words = plainValue(path, value, context);
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
}

function plainValue(path: string, value: unknown, context: ChangeContext): string {
  const { controls, dataset, names } = context;
  if (value === null || value === undefined) return t("N/A");
  const control = controls?.get(/^params\.([^.[]+)$/.exec(path)?.[1] ?? "");
  if (control) return describeValue(value, control, { formData: {}, dataset });
  if (path === "charts" && Array.isArray(value))
    return plainWords(value.map((id) => names?.get(`chart:${id}`) ?? t("Chart")));
  if (/_colors$/.test(path)) return plainWords(value, { keepsNames: true });
  return names ? namedValue(value, names) : storedValue(path, value, dataset);
}

function storedValue(path: string, value: unknown, dataset: Dataset | undefined): string {
  if (path === "viz_type") {
    const name = chartCard(String(value))?.name;
    return name ? t(name) : String(value);
  }
  if (path !== "datasource_id") return plainWords(value);
  return dataset && value === dataset.id ? dataset.table_name : t("Dataset {id}", { id: String(value) });
}

function namedValue(value: unknown, names: ReadonlyMap<string, string>): string {
  if (Array.isArray(value)) return plainWords(value.map((one) => names.get(String(one)) ?? kindOfId(one)));
  return partName(value) ?? plainWords(value);
}

function kindOfId(value: unknown): unknown {
  return typeof value === "string" && /^[A-Z]+-[\w-]+$/.test(value) ? partKind(value) : value;
}
