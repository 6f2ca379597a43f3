import type { Dataset } from "../../model/dataset.ts";
import { ownValue } from "../../model/own-value.ts";
import type { CurrencyFormat } from "./currency.ts";

export function metricFormats(
  dataset: Dataset | undefined,
  name: string,
): { metricFormat?: string | null; metricCurrency?: CurrencyFormat | null } {
  const metric = dataset?.metrics.find((candidate) => candidate.metric_name === name);
  return {
    metricFormat: metric?.d3format ?? ownValue(dataset?.column_formats, name),
    metricCurrency: metric?.currency,
  };
}
