import type { Control } from "../../chart-seam/control.ts";
import { chartCard } from "../../chart-types/index.ts";
import type { Dataset } from "../../model/dataset.ts";
import { partTitle } from "../../model/saved-change.ts";
import { controlLabel, describeValue } from "../../web/control-words/control-words.ts";
import { humanized, plainWords } from "../../web/control-words/plain-words.ts";

/** A property changed by a save. `path` is as in property-diff.ts. */
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
  /** Of a chart: the controls of its types, by name. */
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

/** Labels of properties whose keys aren't self-explanatory. */
const LABELS: Readonly<Record<string, string>> = {
  slice_name: "Name",
  viz_type: "Chart type",
  datasource_id: "Dataset",
  dashboard_title: "Title",
  table_name: "Name",
  database_name: "Name",
  template_name: "Name",
  theme_name: "Name",
  json_data: "Configuration",
  sqlalchemy_uri: "Connection string",
  masked_encrypted_extra: "Secure extra",
  slug: "URL slug",
  css: "CSS",
  sql: "SQL",
  theme_id: "Theme",
  main_dttm_col: "Default datetime",
  fetch_values_predicate: "Autocomplete query predicate",
  filter_select_enabled: "Autocomplete filters",
  normalize_columns: "Normalize column names",
  offset: "Hours offset",
  default_endpoint: "Default URL",
  extra: "Extra",
  json_metadata: "Settings",
  position_json: "Layout",
  params: "Settings",
  query_context: "Query",
  schema: "Schema",
  folders: "Folders",
  refresh_frequency: "Refresh interval (seconds)",
  stagger_refresh: "Refresh charts one by one",
  stagger_time: "Refresh spread (milliseconds)",
  show_chart_timestamps: "Show when charts were queried",
  default_filters: "Legacy filter box defaults",
  filter_scopes: "Legacy filter box scopes",
  color_scheme_domain: "Color scheme colors",
  color_namespace: "Color namespace",
  label_colors: "Colors by label",
  map_label_colors: "Automatically assigned colors",
  shared_label_colors: "Labels shared between charts",
  time_range: "Time range",
  granularity_sqla: "Time column",
  time_grain_sqla: "Time grain",
  adhoc_filters: "Filters",
  annotation_layers: "Annotation layers",
  timed_refresh_immune_slices: "Charts without automatic refresh",
  expanded_slices: "Charts with expanded description",
  native_filter_configuration: "Filter order",
  chart_customization_config: "Display control order",
  global_chart_configuration: "Cross-filter scope",
  cross_filters_enabled: "Cross-filtering",
  filter_bar_orientation: "Filter bar orientation",
  verbose_name: "Label",
  expression: "SQL expression",
  is_dttm: "Is temporal",
  filterable: "Is filterable",
  groupby: "Is dimension",
  d3format: "Number format",
  python_date_format: "Datetime format",
  children: "Contents",
  code: "Text",
  headerSize: "Size",
  chartId: "Chart",
  sliceNameOverride: "Name",
  sliceName: "Name",
  filterType: "Type",
  targets: "Column",
  sortMetric: "Sort metric",
  cascadeParentIds: "Depends on",
  requiredFirst: "Required first",
  defaultDataMask: "Default value",
  "controlValues.enableEmptyFilter": "Required",
  "controlValues.defaultToFirstItem": "Select the first value",
  "controlValues.multiSelect": "Multiple values",
  "controlValues.searchAllOptions": "Search all values",
  "controlValues.inverseSelection": "Exclude selected values",
  "controlValues.sortAscending": "Sort ascending",
  "scope.rootPath": "Tabs in scope",
  "scope.excluded": "Excluded charts",
  crontab: "Schedule",
  database_id: "Database",
  dashboard_id: "Dashboard",
  chart_id: "Chart",
  validator_config_json: "Condition",
  extra_json: "Tab and filters",
  report_format: "Format",
  force_screenshot: "Ignore the cache",
  custom_width: "Screenshot width",
  email_subject: "Subject",
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
    /^position_json\.[^.]+\.(parents\b.*|meta\.uuid)$/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

const within = (path: string, name: string) => path === name || path.startsWith(`${name}.`);

/** Leaves out incidental changes, unless there is nothing else. A chart's queries are derived from its `params`. */
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
  if (noun === "dataset" && item) return partOf(`${item[1] === "columns" ? "Column" : "Metric"} ${item[2]}`, item[3]);
  if (noun === "dataset" && /^(columns|metrics)$/.test(path))
    return path === "columns" ? "Column order" : "Metric order";
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
    const noun = entry[1] === "native_filter_configuration" ? "Filter" : "Display control";
    return partOf(`${noun} ${quoted(names?.get(entry[2] ?? ""))}`, entry[3]);
  }
  const emitter = /^json_metadata\.chart_configuration\.(\d+)/.exec(path);
  if (emitter) return `Cross-filters of ${quoted(names?.get(`chart:${emitter[1]}`), "a chart")}`;
  const part = /^position_json\.([^.]+)(.*)$/.exec(path);
  if (part) return partOf(`Layout: ${names?.get(part[1] ?? "") ?? partKind(part[1] ?? "")}`, part[2]);
  const color = /^json_metadata\.(?:label_colors|map_label_colors)\.(.+)$/.exec(path);
  return color ? `Color of ${quoted(color[1])}` : labelOf(path.replace(/^json_metadata\./, ""));
}

/** For example "Delays: width". */
function partOf(thing: string, rest: string | undefined): string {
  const inner = (rest ?? "").replace(/^\.?(meta\.)?/, "").replace(/\[.*?\]/g, "");
  return inner ? `${thing}: ${labelOf(inner, true)}` : thing;
}

function labelOf(path: string, isInner = false): string {
  const label = LABELS[path] ?? humanized(path);
  return isInner && !/^[A-Z][A-Z0-9]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

function quoted(name: string | undefined, fallback = ""): string {
  return name ? `“${name}”` : fallback;
}

/** For example "row" for `ROW-x1y2`. */
function partKind(id: string): string {
  if (id === "GRID_ID") return "grid";
  return (/^[A-Z]+/.exec(id)?.[0] ?? id).toLowerCase();
}

/** Adds the name of a filter or tile that was added or removed as a whole, as the dashboard doesn't have it. */
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
  return partTitle(value) ?? (typeof type === "string" ? type.toLowerCase() : undefined);
}

const LONGEST = 400;

function displayValue(path: string, value: unknown, context: ChangeContext): string {
  const words = plainValue(path, value, context);
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
}

function plainValue(path: string, value: unknown, context: ChangeContext): string {
  const { controls, dataset, names } = context;
  if (value === null || value === undefined) return "N/A";
  const control = controls?.get(/^params\.([^.[]+)$/.exec(path)?.[1] ?? "");
  if (control) return describeValue(value, control, { formData: {}, dataset });
  if (/_colors$/.test(path)) return plainWords(value, { keepsNames: true });
  return names ? namedValue(value, names) : storedValue(path, value, dataset);
}

function storedValue(path: string, value: unknown, dataset: Dataset | undefined): string {
  if (path === "viz_type") return chartCard(String(value))?.name ?? String(value);
  if (path !== "datasource_id") return plainWords(value);
  return dataset && value === dataset.id ? dataset.table_name : `Dataset ${String(value)}`;
}

function namedValue(value: unknown, names: ReadonlyMap<string, string>): string {
  if (Array.isArray(value)) return plainWords(value.map((one) => names.get(String(one)) ?? kindOfId(one)));
  return partName(value) ?? plainWords(value);
}

/** A component that was added by this change has no name yet; its ID has its type. */
function kindOfId(value: unknown): unknown {
  return typeof value === "string" && /^[A-Z]+-[\w-]+$/.test(value) ? partKind(value) : value;
}
