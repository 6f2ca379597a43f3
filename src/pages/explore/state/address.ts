export interface ExploreAddress {
  sliceId?: number;
  datasourceId?: number;
  datasourceType?: string;
  formDataKey?: string;
  permalinkKey?: string;
  formData?: string;
  vizType?: string;
  /** The first chart of new data. */
  isProposed?: boolean;
  dashboardId?: number;
  saveAction?: string;
  standalone?: boolean;
  force?: boolean;
  urlParams?: Readonly<Record<string, string>>;
}

const KNOWN_PARAMS: readonly string[] = [
  "slice_id",
  "datasource",
  "datasource_id",
  "datasource_type",
  "dataset_id",
  "form_data",
  "form_data_key",
  "permalink_key",
  "viz_type",
  "proposed",
  "dashboard_id",
  "dashboardId",
  "save_action",
  "force",
  "standalone",
  "edit",
  "comment",
  "disableDomainSharding",
];

const PERMALINK = /\/superset\/explore\/p\/([^/]+)\/?$/;

export function parseAddress(pathname: string, search: string): ExploreAddress {
  const query = new URLSearchParams(search);
  const text = (name: string) => query.get(name) || undefined;
  const number = (...names: readonly string[]) =>
    names.map((name) => Number(query.get(name))).find((value) => Number.isInteger(value) && value > 0);
  const isOn = (name: string) => ["1", "2", "3", "true"].includes(query.get(name) ?? "");
  const form = parseForm(text("form_data")) ?? {};
  const others = [...query].filter(([name]) => !KNOWN_PARAMS.includes(name));
  const { id, type } = parseDatasourceKey(query.get("datasource") ?? String(form.datasource));
  const dataset = number("dataset_id") ?? id;
  return {
    sliceId: number("slice_id") ?? (Number(form.slice_id) || undefined),
    datasourceId: number("datasource_id") ?? dataset,
    datasourceType: text("datasource_type") ?? type ?? (dataset ? "table" : undefined),
    formDataKey: text("form_data_key"),
    formData: text("form_data"),
    permalinkKey: PERMALINK.exec(pathname)?.[1] ?? text("permalink_key"),
    vizType: text("viz_type"),
    isProposed: isOn("proposed"),
    dashboardId: number("dashboard_id", "dashboardId"),
    saveAction: text("save_action"),
    force: isOn("force"),
    standalone: isOn("standalone"),
    ...(others.length > 0 ? { urlParams: Object.fromEntries(others) } : {}),
  };
}

function parseDatasourceKey(text: string): { id?: number; type?: string } {
  const [, id, type] = /^(\d+)__(\w+)$/.exec(text) ?? [];
  return id === undefined ? {} : { id: Number(id), type };
}

export function parseForm(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const form: unknown = JSON.parse(text ?? "null");
    return typeof form === "object" && form !== null && !Array.isArray(form) ? { ...form } : undefined;
  } catch {
    return undefined;
  }
}

export function toAddress(address: ExploreAddress): string {
  const query = new URLSearchParams();
  if (address.formDataKey) query.set("form_data_key", address.formDataKey);
  if (address.sliceId) query.set("slice_id", String(address.sliceId));
  else if (address.datasourceId) {
    query.set("datasource_id", String(address.datasourceId));
    query.set("datasource_type", address.datasourceType ?? "table");
  }
  if (address.dashboardId) query.set("dashboard_id", String(address.dashboardId));
  if (address.standalone) query.set("standalone", "1");
  for (const [name, value] of Object.entries(address.urlParams ?? {})) query.set(name, value);
  return `/explore/?${query}`;
}
