import { expect, test } from "vitest";
import { permissionText } from "./permission-text.ts";

test.each([
  ["can_read", "Chart", "Charts: view"],
  ["can_write", "Row Level Security", "Row-level security: create, change and delete"],
  ["can_estimate_query_cost", "SQLLab", "SQL Lab: estimate query cost"],
  ["can_write", "DashboardPermalinkRestApi", "Dashboard Permalink: create, change and delete"],
  ["menu_access", "Alerts & Report", "Alerts & Report: show in menus"],
  ["database_access", "[shop].(id:3)", "Data: database shop"],
  ["schema_access", "[shop].[main].[sales]", "Data: schema main.sales of shop"],
  ["datasource_access", "[shop].[orders [old]](id:21)", "Data: dataset orders [old] of shop"],
  ["all_datasource_access", "all_datasource_access", "Data: all datasets"],
])("%s on %s reads as “%s”", (permission, view, text) => {
  // Values in sentences are isolated.
  expect(permissionText(permission, view).replace(/[\u2066-\u2069]/g, "")).toBe(text);
});
