import { DisplayControls } from "../../model/display-control.ts";
import { readJson } from "../../model/json-text.ts";
import { isDivider, type NativeFilter, NativeFilterEntry } from "../../model/native-filter.ts";
import type { Role } from "./chart-references.ts";

export interface FilterReferences {
  id: string;
  /** Of the dataset whose columns it names; a filter can have targets on several. */
  targets: { datasetId: number; column: string | null; role: Role }[];
  metric: string | null;
  /** Conditions on its values. */
  clauses: string[];
}

/** The filters and display controls of a dashboard, with what each names. */
export function filterReferences(jsonMetadata: string | null): FilterReferences[] {
  const metadata = metadataOf(jsonMetadata);
  const stored = metadata.native_filter_configuration;
  const filters = (Array.isArray(stored) ? stored : []).flatMap((entry): NativeFilter[] => {
    const { data } = NativeFilterEntry.safeParse(entry);
    return data && !isDivider(data) ? [data] : [];
  });
  const controls = DisplayControls.parse(metadata.chart_customization_config).filter((entry) => !isDivider(entry));
  return [...filters, ...(controls as NativeFilter[])].map(referencesOf);
}

export function metadataOf(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = readJson(text || "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function referencesOf(filter: NativeFilter): FilterReferences {
  const targets: FilterReferences["targets"] = filter.targets.flatMap(({ datasetId, column }) =>
    datasetId === undefined ? [] : [{ datasetId, column: column?.name ?? null, role: "filter" as const }],
  );
  const datasetId = targets[0]?.datasetId;
  const also = (column: string | null | undefined, role: Role) =>
    column && datasetId !== undefined ? [{ datasetId, column, role }] : [];
  const clauses = filter.adhoc_filters ?? [];
  const sort = filter.sortMetric ?? filter.controlValues.sortMetric;
  return {
    id: filter.id,
    targets: [
      ...targets,
      ...also(filter.granularity_sqla, "time"),
      ...clauses.flatMap(({ expressionType, subject }) => (expressionType === "SIMPLE" ? also(subject, "filter") : [])),
    ],
    metric: typeof sort === "string" && sort ? sort : null,
    clauses: clauses.flatMap(({ expressionType, sqlExpression }) =>
      expressionType === "SQL" && sqlExpression ? [sqlExpression] : [],
    ),
  };
}
