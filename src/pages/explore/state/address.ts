/** Where explore was opened from: the parts of its address that matter. */
export interface ExploreAddress {
  sliceId?: number;
  datasourceId?: number;
  datasourceType?: string;
  formDataKey?: string;
  permalinkKey?: string;
  vizType?: string;
  dashboardId?: number;
  saveAction?: string;
  standalone?: boolean;
}

const PERMALINK = /\/superset\/explore\/p\/([^/]+)\/?$/;

export function parseAddress(pathname: string, search: string): ExploreAddress {
  const query = new URLSearchParams(search);
  const text = (name: string) => query.get(name) || undefined;
  const number = (name: string) => {
    const value = Number(query.get(name));
    return Number.isInteger(value) && value > 0 ? value : undefined;
  };
  const [, id, type] = /^(\d+)__(\w+)$/.exec(query.get("datasource") ?? "") ?? [];
  const dataset = number("dataset_id") ?? (Number(id) || undefined);
  return {
    sliceId: number("slice_id"),
    datasourceId: number("datasource_id") ?? dataset,
    datasourceType: text("datasource_type") ?? type ?? (dataset ? "table" : undefined),
    formDataKey: text("form_data_key"),
    permalinkKey: PERMALINK.exec(pathname)?.[1] ?? text("permalink_key"),
    vizType: text("viz_type"),
    dashboardId: number("dashboard_id"),
    saveAction: text("save_action"),
    standalone: ["1", "2", "3", "true"].includes(query.get("standalone") ?? ""),
  };
}

/** The address that brings back what is on screen. */
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
  return `/explore/?${query}`;
}
