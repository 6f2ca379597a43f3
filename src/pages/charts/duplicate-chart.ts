import { type ChartRow, create, show } from "../../api/chart/contract.ts";
import { t } from "../../i18n/translate.ts";
import { call } from "../../web/client/client.ts";
import { toast } from "../../web/toasts/toasts.ts";

const MAX_NAME = 250;

/** Saves a copy that belongs to the user and is on no dashboard. Returns whether it could. */
export async function duplicateChart({ id, slice_name }: ChartRow): Promise<boolean> {
  const name = t("Copy of {name}", { name: slice_name ?? "" }).slice(0, MAX_NAME);
  try {
    const { result } = await call(show, { params: { id: String(id) } });
    const { datasource_id, datasource_type, viz_type, params, query_context, description, cache_timeout } = result;
    if (datasource_id == null) throw new Error(t("The chart has no dataset."));
    const copied = {
      viz_type,
      params: withoutId(params),
      query_context: withoutId(query_context),
      description,
      cache_timeout,
    };
    await call(create, {
      body: { ...copied, slice_name: name, datasource_id, datasource_type: datasource_type ?? "table" } as never,
    });
    toast.success(t("Chart [{name}] has been saved", { name }));
    return true;
  } catch (error) {
    toast.error(error, (message) => t("Failed to duplicate the chart: {message}", { message }));
    return false;
  }
}

/** Form data and the query context name the chart that they belong to. */
function withoutId(text: string | null | undefined): string | null {
  if (!text) return null;
  const { slice_id: _, ...rest } = JSON.parse(text) as Record<string, unknown>;
  const { form_data } = rest as { form_data?: Record<string, unknown> };
  if (!form_data) return JSON.stringify(rest);
  const { slice_id: __, ...form } = form_data;
  return JSON.stringify({ ...rest, form_data: form });
}
