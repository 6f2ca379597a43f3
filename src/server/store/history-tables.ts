import type { Generated } from "kysely";

export type VersionedNoun = "chart" | "dashboard" | "dataset";
export const TABLES_OF = { chart: "charts", dashboard: "dashboards", dataset: "datasets" } as const;

export interface VersionsTable {
  id: Generated<number>;
  noun: VersionedNoun;
  object_id: number;
  number: number;
  saved_on: string;
  saved_by_fk: number | null;
  digest: string;
  /** JSON list of changed paths. */
  changed: string;
  content: string;
}

export interface TrashTable {
  id: Generated<number>;
  noun: VersionedNoun;
  object_id: number;
  uuid: string;
  name: string;
  content: string;
  deleted_on: string;
  deleted_by_fk: number | null;
}
