import { loadPivotFiles } from "../../../chart-types/pivot-files.ts";
import { metricLabel, QueryMetric } from "../../../model/adhoc.ts";
import { LIMITS, type QueryContext, type QueryObject } from "../../../model/query-context.ts";

/**
 * Extra queries for files and tables built on the server, which a chart's page combines itself: a pivot table's totals,
 * a table's summary row and all of its pages.
 */
export interface ExtraQueries {
  queries: QueryObject[];
  pivotTotals: QueryObject[];
  summary: QueryObject | null;
}

const TABLES = ["table", "ag-grid-table"];

/** `asRequested`: for readers limited to the checked queries, totals are included only if the context requests them. */
export async function extraQueriesOf(context: QueryContext, asRequested: boolean): Promise<ExtraQueries> {
  const { queries, form_data: formData, result_type: resultType, result_format: format } = context;
  const plain = { queries, pivotTotals: [], summary: null };
  const [first] = queries;
  if (!first || !formData) return plain;
  const isView = (first.result_type ?? resultType) === "post_processed";
  if (formData.viz_type === "pivot_table_v2" && isView) return pivotQueries(queries, formData, asRequested);
  const isFile = format === "csv" || format === "xlsx";
  return isFile && TABLES.includes(String(formData.viz_type)) ? wholeTable(queries, formData) : plain;
}

async function pivotQueries(
  [cells = {}, ...others]: readonly QueryObject[],
  formData: Record<string, unknown>,
  asRequested: boolean,
): Promise<ExtraQueries> {
  const { cellQueryOf, readPivotForm, totalQueries } = await loadPivotFiles();
  const form = readPivotForm(formData);
  if (!form) return { queries: [cells], pivotTotals: [], summary: null };
  const totals = totalQueries(form, cells);
  if (!asRequested) return { queries: [cellQueryOf(form, cells)], pivotTotals: totals, summary: null };
  return { queries: [cells], pivotTotals: others.length === totals.length ? others : [], summary: null };
}

function wholeTable(queries: readonly QueryObject[], formData: Record<string, unknown>): ExtraQueries {
  const [rows = {}, ...others] = queries;
  const count = others.find(({ is_rowcount }) => is_rowcount);
  const most = count ? { row_limit: count.row_limit || LIMITS.tableMaxRowServer, row_offset: 0 } : {};
  const isOfMetrics = ({ columns, metrics }: QueryObject) => !columns?.length && Boolean(metrics?.length);
  const isSummary = (query: QueryObject) => query !== count && isOfMetrics(query) && !isOfMetrics(rows);
  const summary = formData.show_totals ? (others.findLast(isSummary) ?? null) : null;
  return { queries: [{ ...rows, ...most }], pivotTotals: [], summary };
}

/** By column; the total of a share is 1. Metrics shown only as shares have none. */
export function summaryValues(
  formData: Record<string, unknown> | null,
  totals: ReadonlyMap<string, unknown>,
): Map<string, unknown> {
  const shared = labelsOf(formData?.percent_metrics);
  const shown = new Set(labelsOf(formData?.metrics));
  const own = [...totals].filter(([label]) => shown.has(label));
  return new Map([...own, ...shared.map((label) => [`%${label}`, 1] as const)]);
}

export function hiddenLabels(formData: Record<string, unknown> | null): ReadonlySet<string> {
  const shown = new Set(labelsOf(formData?.metrics));
  return new Set(labelsOf(formData?.percent_metrics).filter((label) => !shown.has(label)));
}

function labelsOf(value: unknown): string[] {
  return [value ?? []].flat().flatMap((metric) => {
    const parsed = QueryMetric.safeParse(metric);
    return parsed.success ? [metricLabel(parsed.data)] : [];
  });
}
