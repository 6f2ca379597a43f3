import type { DashboardProperties } from "../../model/dashboard.ts";

export interface Draft {
  properties: DashboardProperties;
  metadata: Readonly<Record<string, unknown>>;
  /** JSON text of the metadata, once edited by hand. */
  json?: string;
}

export interface PartProps {
  draft: Draft;
  problems: Readonly<Record<string, string>>;
  set(part: Partial<DashboardProperties>): void;
}

export interface MetadataPartProps {
  draft: Draft;
  setMeta(part: Record<string, unknown>): void;
}
