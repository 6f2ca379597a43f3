import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
import type { AGGREGATES } from "./schema.ts";

export const AGGREGATE_NAMES: Readonly<Record<(typeof AGGREGATES)[number], Message>> = {
  Sum: msg("Metric over all rows"),
  Count: msg("Count"),
  "Count Unique Values": msg("Count Unique Values"),
  "List Unique Values": msg("List Unique Values"),
  Average: msg("Average"),
  Median: msg("Median"),
  "Sample Variance": msg("Sample Variance"),
  "Sample Standard Deviation": msg("Sample Standard Deviation"),
  Minimum: msg("Minimum"),
  Maximum: msg("Maximum"),
  First: msg("First##aggregate"),
  Last: msg("Last##aggregate"),
  "Sum as Fraction of Total": msg("Sum as Fraction of Total"),
  "Sum as Fraction of Rows": msg("Sum as Fraction of Rows"),
  "Sum as Fraction of Columns": msg("Sum as Fraction of Columns"),
  "Count as Fraction of Total": msg("Count as Fraction of Total"),
  "Count as Fraction of Rows": msg("Count as Fraction of Rows"),
  "Count as Fraction of Columns": msg("Count as Fraction of Columns"),
};

export function totalName(aggregate: (typeof AGGREGATES)[number]): string {
  if (aggregate.startsWith("Sum")) return t("Total");
  return t("Total ({aggregate})", { aggregate: t(AGGREGATE_NAMES[aggregate]) });
}
