import { renamedQuery } from "./rename-form.ts";
import type { Rename, SqlRenamer } from "./rename-sql.ts";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const LISTS = ["native_filter_configuration", "chart_customization_config"];

/** Metadata of a dashboard with the new name in its filters and display controls on the dataset. */
export async function renamedMetadata(metadata: Json, rename: Rename, sql: SqlRenamer): Promise<Json> {
  const changed: Json = { ...metadata };
  for (const list of LISTS) {
    const entries = metadata[list];
    if (!Array.isArray(entries)) continue;
    changed[list] = await Promise.all(
      entries.map((entry) => (isObject(entry) && isOn(entry, rename) ? renamedEntry(entry, rename, sql) : entry)),
    );
  }
  return changed;
}

const targetsOf = (entry: Json) => (Array.isArray(entry.targets) ? entry.targets.filter(isObject) : []);

function isOn(entry: Json, { datasetId }: Rename): boolean {
  return targetsOf(entry).some((target) => target.datasetId === datasetId) || isOlder(entry, datasetId);
}

/** Older display controls have their target in `customization`. */
function isOlder({ customization }: Json, datasetId: number): boolean {
  if (!isObject(customization)) return false;
  const { dataset } = customization;
  return Number(isObject(dataset) ? dataset.value : dataset) === datasetId;
}

async function renamedEntry(entry: Json, rename: Rename, sql: SqlRenamer): Promise<Json> {
  const { datasetId, kind, from, to } = rename;
  const column = (name: unknown) => (kind === "column" && name === from ? to : name);
  const metric = (name: unknown) => (kind === "metric" && name === from ? to : name);
  const { controlValues, defaultDataMask, customization, adhoc_filters } = entry;
  const mask = isObject(defaultDataMask) && isObject(defaultDataMask.extraFormData) ? defaultDataMask : undefined;
  return {
    ...entry,
    ...(Array.isArray(entry.targets) && {
      targets: entry.targets.map((target: unknown) =>
        isObject(target) && target.datasetId === datasetId && isObject(target.column)
          ? { ...target, column: { ...target.column, name: column(target.column.name) } }
          : target,
      ),
    }),
    ...("sortMetric" in entry && { sortMetric: metric(entry.sortMetric) }),
    ...("granularity_sqla" in entry && { granularity_sqla: column(entry.granularity_sqla) }),
    ...(isObject(controlValues) &&
      "sortMetric" in controlValues && {
        controlValues: { ...controlValues, sortMetric: metric(controlValues.sortMetric) },
      }),
    ...(Array.isArray(adhoc_filters) && (await renamedQuery({ adhoc_filters }, rename, sql))),
    ...(mask && {
      defaultDataMask: { ...mask, extraFormData: await renamedQuery(mask.extraFormData as Json, rename, sql) },
    }),
    ...(isObject(customization) && isOlder(entry, datasetId) && { customization: olderTarget(customization, column) }),
  };
}

function olderTarget(customization: Json, column: (name: unknown) => unknown): Json {
  const names = customization.column;
  return { ...customization, column: Array.isArray(names) ? names.map(column) : column(names) };
}
