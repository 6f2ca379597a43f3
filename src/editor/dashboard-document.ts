import type { DashboardProperties } from "../model/dashboard.ts";
import type { Layout, LayoutComponent } from "../model/dashboard-layout.ts";
import type { NativeFilterEntry } from "../model/native-filter.ts";
import type { Records } from "./records.ts";

export interface DashboardDocument {
  layout: Layout;
  filters: readonly NativeFilterEntry[];
  /** `json_metadata` without filters, controls and positions; includes unknown keys. */
  metadata: Readonly<Record<string, unknown>>;
  properties: DashboardProperties;
}

const LAYOUT = "layout:";
const METADATA = "metadata:";
const PROPERTY = "property:";
const FILTERS = "filters";

export function toRecords(document: DashboardDocument): Records {
  const records = new Map<string, unknown>([[FILTERS, document.filters]]);
  for (const [id, component] of Object.entries(document.layout)) records.set(LAYOUT + id, component);
  for (const [key, value] of Object.entries(document.metadata)) {
    if (value !== undefined) records.set(METADATA + key, value);
  }
  for (const [key, value] of Object.entries(document.properties)) records.set(PROPERTY + key, value ?? null);
  return records;
}

export function fromRecords(records: Records): DashboardDocument {
  const layout: Layout = {};
  const metadata: Record<string, unknown> = {};
  const properties: Record<string, unknown> = {};
  for (const [key, value] of records) {
    if (key.startsWith(LAYOUT)) layout[key.slice(LAYOUT.length)] = value as LayoutComponent;
    else if (key.startsWith(METADATA)) metadata[key.slice(METADATA.length)] = value;
    else if (key.startsWith(PROPERTY)) properties[key.slice(PROPERTY.length)] = value;
  }
  return {
    layout,
    metadata,
    filters: (records.get(FILTERS) ?? []) as readonly NativeFilterEntry[],
    properties: properties as unknown as DashboardProperties,
  };
}
