import { z } from "zod";
import { dimensionsIn, type ExtraFormData } from "./data-mask.ts";
import type { FormData } from "./form-data.ts";
import { isControl, isDivider, type NativeFilter, NativeFilterEntry } from "./native-filter.ts";

export const DYNAMIC_GROUPBY = "chart_customization_dynamic_groupby";
export const LAYER_VISIBILITY = "chart_customization_deckgl_layer_visibility";

/** Also reads the older format with settings under `customization`. */
const DisplayControlEntry = z.preprocess(inFilterShape, NativeFilterEntry);

export const DisplayControls = z
  .array(z.unknown())
  .catch([])
  .transform((stored) => stored.flatMap(readEntry));

function readEntry(stored: unknown): NativeFilterEntry[] {
  const entry = DisplayControlEntry.safeParse(stored);
  return entry.success && isControl(entry.data) ? [entry.data] : [];
}

export function unparsedControls(stored: unknown): unknown {
  return Array.isArray(stored) ? stored.filter((entry) => readEntry(entry).length === 0) : stored;
}

export function withUnparsed(controls: readonly NativeFilterEntry[], unparsed: unknown): unknown {
  if (Array.isArray(unparsed)) return [...controls, ...unparsed];
  if (unparsed === undefined) return controls;
  return controls.length === 0 ? unparsed : [...controls, unparsed];
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

function olderTarget({ dataset, column }: Readonly<Record<string, unknown>>): object {
  const isOption = typeof dataset === "object" && dataset !== null && "value" in dataset;
  const datasetId = Number(isOption ? dataset.value : dataset);
  const name: unknown = Array.isArray(column) ? column[0] : column;
  return { ...(datasetId > 0 ? { datasetId } : {}), ...(name ? { column: { name } } : {}) };
}

export function storedEntries(entries: readonly NativeFilterEntry[]): {
  native_filter_configuration: NativeFilterEntry[];
  chart_customization_config: NativeFilterEntry[];
} {
  return {
    native_filter_configuration: entries.filter((entry) => !isControl(entry)),
    chart_customization_config: entries.filter(isControl),
  };
}

export function entriesOf(metadata: {
  native_filter_configuration: readonly NativeFilterEntry[];
  chart_customization_config: readonly NativeFilterEntry[];
}): NativeFilterEntry[] {
  return [...metadata.native_filter_configuration, ...metadata.chart_customization_config];
}

export function filtersOf(metadata: Parameters<typeof entriesOf>[0]): NativeFilter[] {
  return entriesOf(metadata).filter((entry): entry is NativeFilter => !isDivider(entry));
}

/** Dimensions only affect charts of their dataset; layers only layered maps. */
export function suitsChart(
  { filterType, targets }: Pick<NativeFilter, "filterType" | "targets">,
  chart: { datasetId: number | null | undefined; vizType: string | null | undefined },
): boolean {
  if (filterType === DYNAMIC_GROUPBY)
    return typeof chart.datasetId === "number" && targets[0]?.datasetId === chart.datasetId;
  return filterType !== LAYER_VISIBILITY || chart.vizType === "deck_multi";
}

/** Undefined = all groupable columns except time. */
export function offeredColumns(control: Pick<NativeFilter, "controlValues">): ReadonlySet<string> | undefined {
  const { offered } = control.controlValues;
  return Array.isArray(offered) && offered.length > 0 ? new Set(offered.map(String)) : undefined;
}

export function isMultiSelect(control: Pick<NativeFilter, "controlValues">): boolean {
  return control.controlValues.canSelectMultiple !== false;
}

export function withDimensions<T extends FormData>(formData: T, extra: ExtraFormData | undefined): T {
  const chosen = dimensionsIn(extra).filter((column) => column !== formData.x_axis);
  const name = DIMENSION_CONTROLS.find((control) => control in formData);
  if (chosen.length === 0 || !name) return formData;
  const limit = formData.x_axis && !formData.limit ? { limit: CONTROL_SERIES } : {};
  return { ...formData, ...limit, [name]: Array.isArray(formData[name]) ? chosen : chosen[0] };
}

export const CONTROL_SERIES = 25;

export function hasDimensions(formData: Readonly<Record<string, unknown>>): boolean {
  return DIMENSION_CONTROLS.some((control) => control in formData);
}

const DIMENSION_CONTROLS = ["groupby", "groupbyRows"] as const;
