import type { Generated } from "kysely";

export interface FoldersTable {
  id: Generated<number>;
  uuid: string;
  name: string;
  description: string | null;
  parent_id: number | null;
  created_on: string;
  changed_on: string;
  created_by_fk: number | null;
  changed_by_fk: number | null;
}

export interface FolderViewerRolesTable {
  folder_id: number;
  role_id: number;
  /** Null for the server itself. */
  shared_by: number | null;
}

interface Placement {
  folder_id: number;
  /** Null for the server itself. */
  placed_by: number | null;
}

export type ChartFoldersTable = Placement & { chart_id: number };
export type DashboardFoldersTable = Placement & { dashboard_id: number };
export type DatasetFoldersTable = Placement & { dataset_id: number };
