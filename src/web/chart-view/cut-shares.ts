import { t } from "../../i18n/translate.ts";
import type { FormData } from "../../model/form-data.ts";
import type { ChartDataResult, QueryObject } from "../../model/query-context.ts";
import { rowCountOf } from "./chart-state.ts";

const WHOLES = new Set(["pie", "treemap_v2", "sunburst_v2", "partition", "rose"]);

interface Answer {
  results: readonly ChartDataResult[];
  queries: readonly QueryObject[] | undefined;
}

/** Says that shares of a whole leave out the rows beyond the row limit. */
export function cutSharesText(formData: FormData, { results, queries }: Answer): string | undefined {
  const [query] = queries ?? [];
  const limit = query?.row_limit;
  const rows = rowCountOf({ status: "ready", results });
  if (!showsShares(formData) || !query || !limit || rows === undefined || rows < limit) return undefined;
  const isSorted = query.orderby?.[0]?.[1] === false;
  return isSorted
    ? t("Shares of the {limit, number} largest only; there may be more", { limit })
    : t("Shares of the first {limit, number} rows only; there may be more", { limit });
}

function showsShares({ viz_type, percent_calculation_type }: FormData): boolean {
  return WHOLES.has(viz_type) || (viz_type === "funnel" && percent_calculation_type === "total");
}
