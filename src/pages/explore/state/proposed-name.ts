import { kindOf } from "../../../features/adhoc/adhoc.ts";
import { list } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import type { QueryColumn, QueryMetric } from "../../../model/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { columnTitle } from "../../../web/control-words/dataset-words.ts";
import { toList } from "./form-values.ts";
import { measureName } from "./suggest.ts";

const MAX_LENGTH = 250;

/** A name for a new chart from its metrics, dimension and time grain: "Revenue by region, weekly". */
export function proposedName(formData: FormData, dataset: Dataset): string {
  const measures = ["metrics", "metric"].flatMap((key) => toList(formData[key] as QueryMetric | QueryMetric[] | null));
  const names = [...new Set(measures.map((metric) => measureName(dataset, metric)))];
  const axis = toList(formData.x_axis as QueryColumn | QueryColumn[] | null);
  const isTime = (column: QueryColumn) => kindOf(dataset, column) === "temporal";
  const parts = PARTS.flatMap((key) => toList(formData[key] as QueryColumn | QueryColumn[] | null));
  const dimension = [...axis, ...parts].find((column) => !isTime(column));
  const name = withTime(
    withDimension(names.slice(0, 2), dimension && columnTitle(dataset, dimension), formData, dataset),
    axis.some(isTime) ? grainOf(formData) : undefined,
  );
  return name.slice(0, MAX_LENGTH);
}

const PARTS = ["groupby", "series", "columns", "entity", "source", "groupbyRows"];

function withDimension(
  measures: readonly string[],
  category: string | undefined,
  formData: FormData,
  dataset: Dataset,
): string {
  if (measures.length === 0) {
    const [column] = toList(formData.column as QueryColumn | QueryColumn[] | null);
    return column ? t("Distribution of {column}", { column: columnTitle(dataset, column) }) : dataset.table_name;
  }
  const measure = list(measures);
  return category === undefined ? measure : t("{measure} by {category}", { measure, category });
}

/** Repeats of a time grain, by ISO 8601 duration; a week may begin or end on any day. */
type Grain = "hourly" | "daily" | "weekly" | "monthly" | "quarterly" | "yearly" | "other";
const GRAINS: Readonly<Record<string, Grain | undefined>> = {
  PT1H: "hourly",
  P1D: "daily",
  P1W: "weekly",
  P1M: "monthly",
  P3M: "quarterly",
  P1Y: "yearly",
};

function grainOf({ time_grain_sqla: grain }: FormData): Grain {
  if (typeof grain !== "string") return "other";
  return GRAINS[grain] ?? (grain.includes("P1W") ? "weekly" : "other");
}

function withTime(name: string, grain: Grain | undefined): string {
  switch (grain) {
    case undefined:
      return name;
    case "hourly":
      return t("{name}, hourly", { name });
    case "daily":
      return t("{name}, daily", { name });
    case "weekly":
      return t("{name}, weekly", { name });
    case "monthly":
      return t("{name}, monthly", { name });
    case "quarterly":
      return t("{name}, quarterly", { name });
    case "yearly":
      return t("{name}, yearly", { name });
    case "other":
      return t("{measure} over time", { measure: name });
  }
}
