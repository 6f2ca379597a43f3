import { t } from "../../../i18n/translate.ts";
import type { ExtraFormData } from "../../../model/data-mask.ts";
import { badRequest, forbidden } from "../../../model/errors.ts";
import type { QueryContext } from "../../../model/query-context.ts";
import { type ChartRecord, formDataOf } from "../../chart/index.ts";
import { type CsvFile, csvFiles } from "../files/download.ts";
import { COMPOSITE_WITHOUT_DATA, contextOfChart, contextWithFilters } from "../run/chart-context.ts";
import { parseQueryContext, prepareContext } from "../run/prepare.ts";
import { type ChartRequest, wholeGridContext } from "./grid-contexts.ts";

export async function storedContext(
  request: ChartRequest,
  chart: ChartRecord,
  extra?: ExtraFormData,
): Promise<QueryContext> {
  const stored =
    (await wholeGridContext(request, formDataOf(chart), extra)) ??
    (extra ? await contextWithFilters(chart, extra) : await contextOfChart(chart));
  if (!stored) throw badRequest(t("Chart has no query context saved. Please save the chart again."));
  if (stored.queries.length === 0) throw badRequest(t(COMPOSITE_WITHOUT_DATA));
  return stored;
}

export async function chartCsv(request: ChartRequest, chart: ChartRecord, maxBytes: number): Promise<CsvFile[]> {
  const { app, user, signal } = request;
  if (!user.can("can_csv", "Superset")) throw forbidden();
  const stored = await storedContext(request, chart);
  const context = parseQueryContext({
    ...stored,
    form_data: { ...stored.form_data, slice_id: chart.id },
    result_format: "csv",
    result_type: "post_processed",
  });
  return csvFiles(await prepareContext(app, user, { context }), signal, maxBytes);
}
