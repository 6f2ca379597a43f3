import type { DashboardProperties } from "../../model/dashboard.ts";

/** The properties as they are edited in the dialog, before they are applied. */
export interface Draft {
  properties: DashboardProperties;
  metadata: Readonly<Record<string, unknown>>;
  /** JSON text of the metadata, when it was edited by hand. */
  json?: string;
}

export interface PartProps {
  draft: Draft;
  /** What the server refused, by property. */
  problems: Readonly<Record<string, string>>;
  set(part: Partial<DashboardProperties>): void;
}

export interface MetadataPartProps {
  draft: Draft;
  setMeta(part: Record<string, unknown>): void;
}
