import { beforeEach, expect, test } from "vitest";
import { DashboardEditor } from "../../../editor/dashboard-editor.ts";
import { NativeFilter } from "../../../model/native-filter.ts";
import { filters, layout } from "../../../testing/sample-dashboard.ts";
import { useToasts } from "../../../web/toasts/toasts.ts";
import { applyDrop } from "./use-drop.ts";

const properties = {
  dashboard_title: "Flights",
  slug: null,
  css: null,
  certified_by: null,
  certification_details: null,
  published: true,
  owners: [],
  roles: [],
  tags: [],
  theme: null,
};
const open = () =>
  new DashboardEditor({ layout, filters: filters.map((one) => NativeFilter.parse(one)), metadata: {}, properties });
const texts = () => useToasts.getState().toasts.map(({ text }) => text);

beforeEach(() => useToasts.setState({ toasts: [] }));

test("warns when a chart is moved into a different filter scope", () => {
  const editor = open();
  applyDrop(editor, { kind: "existing", id: "CHART-1" }, { parentId: "TAB-b", index: 2 });
  expect(editor.getSnapshot().undoLabel).toMatch(/^Moved/);
  expect(texts()).toEqual(["This chart has been moved to a different filter scope."]);
});

test("doesn't warn when the filter scope stays the same", () => {
  const editor = open();
  applyDrop(editor, { kind: "existing", id: "CHART-1" }, { parentId: "ROW-a", index: 3 });
  expect(editor.getSnapshot().undoLabel).toMatch(/^Moved/);
  expect(texts()).toEqual([]);
});
