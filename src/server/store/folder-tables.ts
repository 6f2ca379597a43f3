import type { Generated } from "kysely";

export interface FolderTables {
  folders: FoldersTable;
  /** Every folder with the folders that contain it, itself included. */
  folder_ancestors: { folder_id: number; ancestor_id: number; distance: number };
  folder_owners: { folder_id: number; user_id: number };
  folder_editors: { folder_id: number; user_id: number };
  folder_editor_roles: { folder_id: number; role_id: number };
  folder_viewer_roles: FolderViewerRolesTable;
  chart_folders: ChartFoldersTable;
  dashboard_folders: DashboardFoldersTable;
  dataset_folders: DatasetFoldersTable;
}

interface FoldersTable {
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

interface FolderViewerRolesTable {
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

type ChartFoldersTable = Placement & { chart_id: number };
type DashboardFoldersTable = Placement & { dashboard_id: number };
type DatasetFoldersTable = Placement & { dataset_id: number };
