import { show } from "../../api/dataset/contract.ts";
import { t } from "../../i18n/translate.ts";
import { columnKind } from "../../model/column-kind.ts";
import type { Dataset } from "../../model/dataset.ts";
import { call } from "../../web/client/client.ts";

export interface Proposal {
  vizType: string;
  text: string;
}

export const PLAIN_CHART: Proposal = { vizType: "table", text: t("Table of rows") };

/** The chart that says most about the columns: over time, else by category, else the distribution of a number. */
export function proposalFor({ columns }: Pick<Dataset, "columns">): Proposal {
  const kinds = new Set(columns.map(columnKind));
  if (kinds.has("temporal")) return { vizType: "echarts_timeseries_line", text: t("Line chart over time") };
  if (kinds.has("text")) return { vizType: "echarts_timeseries_bar", text: t("Bar chart by category") };
  if (kinds.has("numeric")) return { vizType: "histogram_v2", text: t("Histogram of a number") };
  return PLAIN_CHART;
}

export async function loadProposal(id: number, signal?: AbortSignal): Promise<Proposal> {
  const { result } = await call(show, { params: { id: `${id}` } }, signal ? { signal } : {});
  return proposalFor(result);
}

/** Explore chooses metric, time grain and categories by the data. */
export const exploreAddress = (id: number, { vizType }: Proposal) =>
  `/explore/?${new URLSearchParams({ datasource_id: `${id}`, datasource_type: "table", viz_type: vizType, proposed: "true" })}`;
