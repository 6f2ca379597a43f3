import { z } from "zod";
import { dimensionsIn, type ExtraFormData } from "./data-mask.ts";
import type { FormData } from "./form-data.ts";
import { isControl, isDivider, type NativeFilter, NativeFilterEntry } from "./native-filter.ts";

/** Display controls: what viewers of a dashboard may change of its charts beside filtering them. */

export const DYNAMIC_GROUPBY = "chart_customization_dynamic_groupby";
export const LAYER_VISIBILITY = "chart_customization_deckgl_layer_visibility";

/** A control in the shape that a filter has; the older shape, with its settings under `customization`, is read too. */
const DisplayControlEntry = z.preprocess(inFilterShape, NativeFilterEntry);

/** The controls among what is stored; what cannot be read as one is left out (see `unreadControls`). */
export const DisplayControls = z
  .array(z.unknown())
  .catch([])
  .transform((stored) => stored.flatMap(readEntry));

function readEntry(stored: unknown): NativeFilterEntry[] {
  const entry = DisplayControlEntry.safeParse(stored);
  return entry.success && isControl(entry.data) ? [entry.data] : [];
}

/** What of the stored controls cannot be read as one: the entries of a list, or what stands in its place. */
export function unreadControls(stored: unknown): unknown {
  return Array.isArray(stored) ? stored.filter((entry) => readEntry(entry).length === 0) : stored;
}

/** Controls as they are stored, with what was stored beside them and cannot be read: nothing of it is let go. */
export function withUnread(controls: readonly NativeFilterEntry[], unread: unknown): unknown {
  if (Array.isArray(unread)) return [...controls, ...unread];
  if (unread === undefined) return controls;
  return controls.length === 0 ? unread : [...controls, unread];
}

function inFilterShape(stored: unknown): unknown {
  const { customization, id, title } = (stored ?? {}) as Record<string, unknown>;
  if (typeof customization !== "object" || customization === null) return stored;
  const old = customization as Record<string, unknown>;
  return {
    id,
    type: "CHART_CUSTOMIZATION",
    name: old.name ?? title ?? "",
    description: old.description,
    filterType: old.filterType ?? DYNAMIC_GROUPBY,
    targets: [olderTarget(old)],
    defaultDataMask: old.defaultDataMask ?? {},
    controlValues: {
      ...(old.controlValues as object | undefined),
      ...(old.canSelectMultiple === undefined ? {} : { canSelectMultiple: old.canSelectMultiple }),
      ...(old.isRequired === undefined ? {} : { enableEmptyFilter: old.isRequired }),
    },
  };
}

/** The dataset by its id, or as a list offered it. */
function olderTarget({ dataset, column }: Readonly<Record<string, unknown>>): object {
  const isOption = typeof dataset === "object" && dataset !== null && "value" in dataset;
  const datasetId = Number(isOption ? dataset.value : dataset);
  const name: unknown = Array.isArray(column) ? column[0] : column;
  return { ...(datasetId > 0 ? { datasetId } : {}), ...(name ? { column: { name } } : {}) };
}

/** The two lists in which a dashboard's metadata keeps its filters and its controls. */
export function storedEntries(entries: readonly NativeFilterEntry[]): {
  native_filter_configuration: NativeFilterEntry[];
  chart_customization_config: NativeFilterEntry[];
} {
  return {
    native_filter_configuration: entries.filter((entry) => !isControl(entry)),
    chart_customization_config: entries.filter(isControl),
  };
}

/** Filters, then controls, in the order in which the page shows them. */
export function entriesOf(metadata: {
  native_filter_configuration: readonly NativeFilterEntry[];
  chart_customization_config: readonly NativeFilterEntry[];
}): NativeFilterEntry[] {
  return [...metadata.native_filter_configuration, ...metadata.chart_customization_config];
}

/** The same without dividers. */
export function filtersOf(metadata: Parameters<typeof entriesOf>[0]): NativeFilter[] {
  return entriesOf(metadata).filter((entry): entry is NativeFilter => !isDivider(entry));
}

/**
 * Whether a control has a say over a chart in its scope: dimensions come from one dataset, layers are those of maps that
 * lay several charts over each other.
 */
export function suitsChart(
  { filterType, targets }: Pick<NativeFilter, "filterType" | "targets">,
  chart: { datasetId: number | null | undefined; vizType: string | null | undefined },
): boolean {
  if (filterType === DYNAMIC_GROUPBY)
    return typeof chart.datasetId === "number" && targets[0]?.datasetId === chart.datasetId;
  return filterType !== LAYER_VISIBILITY || chart.vizType === "deck_multi";
}

/** Columns that a control of dimensions offers; undefined: all that the dataset can be grouped by but times. */
export function offeredColumns(control: Pick<NativeFilter, "controlValues">): ReadonlySet<string> | undefined {
  const { offered } = control.controlValues;
  return Array.isArray(offered) && offered.length > 0 ? new Set(offered.map(String)) : undefined;
}

/** Whether several columns may be chosen. */
export function isMultiSelect(control: Pick<NativeFilter, "controlValues">): boolean {
  return control.controlValues.canSelectMultiple !== false;
}

/** Form data of a chart whose dimensions a control has chosen. Without dimensions of its own a chart stays as it is. */
export function withDimensions<T extends FormData>(formData: T, extra: ExtraFormData | undefined): T {
  const chosen = dimensionsIn(extra).filter((column) => column !== formData.x_axis);
  const name = DIMENSION_CONTROLS.find((control) => control in formData);
  if (chosen.length === 0 || !name) return formData;
  const limit = formData.x_axis && !formData.limit ? { limit: CONTROL_SERIES } : {};
  return { ...formData, ...limit, [name]: Array.isArray(formData[name]) ? chosen : chosen[0] };
}

/** Series along an axis that dimensions chosen by a viewer may make where the chart has no limit: the largest ones. */
export const CONTROL_SERIES = 25;

/** Whether the chart keeps dimensions that a control can choose. */
export function hasDimensions(formData: Readonly<Record<string, unknown>>): boolean {
  return DIMENSION_CONTROLS.some((control) => control in formData);
}

/** Where charts keep their dimensions: most of them, pivot tables. */
const DIMENSION_CONTROLS = ["groupby", "groupbyRows"] as const;
