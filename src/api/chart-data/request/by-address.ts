import { badRequest } from "../../../model/errors.ts";
import type { OperationInput } from "../../../model/operation.ts";
import type { Context } from "../../../server/http/route.ts";
import { formDataOf, visibleChart } from "../../chart/index.ts";
import type { getChartDataByForm } from "../contract.ts";
import { contextOfChart, contextOfForm, MADE_OF_OTHERS } from "../run/chart-context.ts";
import { wholeGridContext } from "./grid-contexts.ts";

/** Links to data: what a chart shows, asked by an address. */

const isOn = (text: string | undefined) => text === "true" || text === "1";

/**
 * The query context that an address asks for: one that its form data is, that of the chart they name, or that of the
 * chart they describe. Throws a 400 when they are none of these.
 */
export async function contextOfAddress(
  ctx: Context,
  form: Record<string, unknown>,
  { csv, force, dashboard_id }: OperationInput<typeof getChartDataByForm>["query"],
): Promise<object> {
  const asked = "queries" in form ? form : await contextOfFormData(ctx, form);
  const own = typeof asked.form_data === "object" && asked.form_data !== null ? asked.form_data : {};
  return {
    ...asked,
    form_data: { ...own, ...(dashboard_id === undefined ? {} : { dashboardId: dashboard_id }) },
    ...(isOn(csv) ? { result_format: "csv" } : {}),
    ...(isOn(force) ? { force: true } : {}),
  };
}

/** Form data of nothing but a chart's id ask for the chart as it is saved. */
async function contextOfFormData(ctx: Context, form: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { slice_id: id } = form;
  const described =
    form.viz_type === undefined ? undefined : ((await wholeGridContext(ctx, form)) ?? (await contextOfForm(form)));
  if (described) return { ...described, form_data: form };
  if (id === undefined || !Number.isSafeInteger(Number(id))) {
    throw badRequest("Request is incorrect: form_data names no chart and describes none that is complete");
  }
  const chart = await visibleChart(ctx.app, ctx.user, Number(id));
  const saved = (await wholeGridContext(ctx, formDataOf(chart))) ?? (await contextOfChart(chart));
  if (!saved) throw badRequest("Chart has no query context saved. Please save the chart again.");
  if (saved.queries.length === 0) throw badRequest(MADE_OF_OTHERS);
  return { ...saved, form_data: { ...saved.form_data, slice_id: chart.id } };
}
