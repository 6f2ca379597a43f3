import { loadPivotFiles } from "../../../chart-types/pivot-files.ts";
import { metricLabel, QueryMetric } from "../../../model/adhoc.ts";
import { LIMITS, type QueryContext, type QueryObject } from "../../../model/query-context.ts";

/**
 * What files and tables made by the server ask beside the queries of a chart, whose page puts their answers together
 * itself: a pivot table's totals, a table's summary row and the rows of all its pages.
 */
export interface ShownTable {
  queries: QueryObject[];
  /** Of the pivot table that the one query's result is made into. */
  pivotTotals: QueryObject[];
  /** Of the row below the rows of the one query. */
  summary: QueryObject | null;
}

/** The chart types whose queries are those of a table. */
const TABLES = ["table", "ag-grid-table"];

/** `asAsked`: to readers who may ask no more than was checked, totals are told only if the context asks for them. */
export async function shownTableOf(context: QueryContext, asAsked: boolean): Promise<ShownTable> {
  const { queries, form_data: formData, result_type: resultType, result_format: format } = context;
  const plain = { queries, pivotTotals: [], summary: null };
  const [first] = queries;
  if (!first || !formData) return plain;
  const isView = (first.result_type ?? resultType) === "post_processed";
  if (formData.viz_type === "pivot_table_v2" && isView) return shownPivot(queries, formData, asAsked);
  const isFile = format === "csv" || format === "xlsx";
  return isFile && TABLES.includes(String(formData.viz_type)) ? wholeTable(queries, formData) : plain;
}

async function shownPivot(
  [cells = {}, ...others]: readonly QueryObject[],
  formData: Record<string, unknown>,
  asAsked: boolean,
): Promise<ShownTable> {
  const { cellsOfTable, readPivotForm, totalQueries } = await loadPivotFiles();
  const form = readPivotForm(formData);
  if (!form) return { queries: [cells], pivotTotals: [], summary: null };
  const totals = totalQueries(form, cells);
  if (!asAsked) return { queries: [cellsOfTable(form, cells)], pivotTotals: totals, summary: null };
  return { queries: [cells], pivotTotals: others.length === totals.length ? others : [], summary: null };
}

/** Its rows without pages, and the query of its summary row; what its page counts and takes shares of is left out. */
function wholeTable(queries: readonly QueryObject[], formData: Record<string, unknown>): ShownTable {
  const [rows = {}, ...others] = queries;
  const count = others.find(({ is_rowcount }) => is_rowcount);
  const most = count ? { row_limit: count.row_limit || LIMITS.tableMaxRowServer, row_offset: 0 } : {};
  const isOfMetrics = ({ columns, metrics }: QueryObject) => !columns?.length && Boolean(metrics?.length);
  const isSummary = (query: QueryObject) => query !== count && isOfMetrics(query) && !isOfMetrics(rows);
  const summary = formData.show_totals ? (others.findLast(isSummary) ?? null) : null;
  return { queries: [{ ...rows, ...most }], pivotTotals: [], summary };
}

/** The summary row by column, as the page shows it: the whole of a share is 1. Metrics of shares alone have none. */
export function summaryValues(
  formData: Record<string, unknown> | null,
  totals: ReadonlyMap<string, unknown>,
): Map<string, unknown> {
  const shared = labelsOf(formData?.percent_metrics);
  const shown = new Set(labelsOf(formData?.metrics));
  const own = [...totals].filter(([label]) => shown.has(label));
  return new Map([...own, ...shared.map((label) => [`%${label}`, 1] as const)]);
}

/** Metrics that are shown as shares only. */
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
