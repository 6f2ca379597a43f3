import type { Generated } from "kysely";

/** What has versions and goes to the trash when it is deleted. */
export type KeptNoun = "chart" | "dashboard" | "dataset";
export const TABLES_OF = { chart: "charts", dashboard: "dashboards", dataset: "datasets" } as const;

export interface VersionsTable {
  id: Generated<number>;
  noun: KeptNoun;
  object_id: number;
  /** From 1, in the order of the saves. */
  number: number;
  saved_on: string;
  saved_by_fk: number | null;
  /** SHA-256 of the content, hex. */
  digest: string;
  /** JSON list of the paths that differ from the version before. */
  changed: string;
  /** Packed: see `packed`. */
  content: string;
}

export interface TrashTable {
  id: Generated<number>;
  noun: KeptNoun;
  object_id: number;
  uuid: string;
  name: string;
  /** Packed rows of the object and of all that went with it. */
  content: string;
  deleted_on: string;
  deleted_by_fk: number | null;
}
