import type { Migration } from "../migrate.ts";

/** Stores of earlier versions counted the changes of what decides rights. The counters and their triggers go. */
const TABLES = [
  "databases",
  "datasets",
  "charts",
  "dashboards",
  "dataset_owners",
  "chart_owners",
  "dashboard_owners",
  "dashboard_charts",
  "dashboard_roles",
];

export const rightsState: Migration = { name: "0021-rights-state", statements: () => [] };
export const rightsChanges: Migration = { name: "0022-rights-changes", statements: () => [] };

export const dropRightsCounters: Migration = {
  name: "0031-drop-rights-counters",
  statements: (dialect) =>
    dialect === "sqlite"
      ? [
          ...TABLES.flatMap((table) =>
            ["added", "removed", "changed"].map((change) => `drop trigger if exists ${table}_${change}`),
          ),
          "drop table if exists rights_state",
        ]
      : ["drop function if exists note_change_of_rights() cascade", "drop table if exists rights_changes"],
};
