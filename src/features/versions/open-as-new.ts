import { copy } from "../../api/dashboard/contract.ts";
import { createFormData } from "../../api/explore/contract.ts";
import { chartVersions, dashboardVersions } from "../../api/version/contract.ts";
import { t } from "../../i18n/translate.ts";
import { dashboardUrl } from "../../model/dashboard.ts";
import { call } from "../../web/client/client.ts";

interface PastVersion {
  id: number;
  version: number;
}

/** Stores the version's form data under a key. Returns the address of the unsaved chart. */
export async function unsavedChartOf({ id, version }: PastVersion): Promise<string> {
  const { content } = (await call(chartVersions.show, { params: { id: `${id}`, version } })).result;
  const datasource_id = Number(content.datasource_id);
  const datasource_type = String(content.datasource_type ?? "table");
  const form = formOf(content);
  const { key } = await call(createFormData, {
    body: { datasource_id, datasource_type, form_data: JSON.stringify(form) },
  });
  return `/explore/?${new URLSearchParams({ form_data_key: key, datasource_id: `${datasource_id}`, datasource_type })}`;
}

/** Form data of a version, without the chart that it is saved as. */
export function formOf(content: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { slice_id: _, dashboards: __, ...params } = objectIn(content.params);
  const datasource = `${Number(content.datasource_id)}__${String(content.datasource_type ?? "table")}`;
  return { ...params, viz_type: content.viz_type, datasource };
}

/** The copy belongs to the user. Returns its address. */
export async function dashboardCopyOf({ id, version }: PastVersion): Promise<string> {
  const { content } = (await call(dashboardVersions.show, { params: { id: `${id}`, version } })).result;
  const name = textOf(content.dashboard_title) || t("Untitled dashboard");
  const { result } = await call(copy, {
    params: { id: `${id}` },
    body: {
      dashboard_title: t("{name} (version {version, number})", { name, version }),
      css: textOf(content.css),
      theme_id: typeof content.theme_id === "number" ? content.theme_id : null,
      json_metadata: JSON.stringify({ ...objectIn(content.json_metadata), positions: objectIn(content.position_json) }),
    },
  });
  return dashboardUrl({ id: result.id, slug: null });
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

function objectIn(text: unknown): Record<string, unknown> {
  const value: unknown = JSON.parse(textOf(text) || "{}");
  return typeof value === "object" && value !== null ? { ...value } : {};
}
