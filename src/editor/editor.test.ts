import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptyLayout, GRID_ID, type Layout, ROOT_ID } from "../model/dashboard-layout.ts";
import { ACTIONS } from "./action.ts";
import type { DashboardDocument } from "./dashboard-document.ts";
import { DashboardEditor } from "./dashboard-editor.ts";
import { UNDO_LIMIT } from "./history.ts";
import { appendChart, insert, newComponent, remove } from "./layout-edits.ts";
import { toSavePayload } from "./save.ts";

function documentOf(layout: Layout = emptyLayout("Sales")): DashboardDocument {
  return {
    layout,
    filters: [],
    metadata: { color_scheme: "tessera", custom_key: { kept: true } },
    properties: {
      dashboard_title: "Sales",
      slug: null,
      css: null,
      certified_by: null,
      certification_details: null,
      published: false,
      owners: [{ id: 1 }],
      roles: [],
      tags: [],
      theme: null,
    },
  };
}

const titled = (title: string) => (document: DashboardDocument) => ({
  ...document,
  properties: { ...document.properties, dashboard_title: title },
});
const withChart = (id: number) => (document: DashboardDocument) => ({
  ...document,
  layout: appendChart(document.layout, { id, name: `Chart ${id}` }, GRID_ID),
});
const title = (editor: DashboardEditor) => editor.document.properties.dashboard_title;

describe("history", () => {
  test("layout, filters, metadata and properties are undone and redone the same way", () => {
    const editor = new DashboardEditor(documentOf());
    const start = editor.document;
    editor.edit("Added a chart", withChart(7));
    editor.edit("Renamed dashboard", titled("Revenue"));
    editor.edit("Changed colors", (d) => ({ ...d, metadata: { ...d.metadata, color_scheme: "d3Category10" } }));
    editor.edit("Added a filter", (d) => ({
      ...d,
      filters: [
        {
          id: "NATIVE_FILTER-1",
          type: "NATIVE_FILTER",
          name: "Origin",
          filterType: "filter_select",
          targets: [],
          defaultDataMask: {},
          controlValues: {},
          cascadeParentIds: [],
          scope: { rootPath: [ROOT_ID], excluded: [] },
        },
      ],
    }));
    const end = editor.document;
    for (let step = 0; step < 4; step++) editor.undo();
    expect(editor.document).toEqual(start);
    expect(editor.getSnapshot().undoLabel).toBeUndefined();
    for (let step = 0; step < 4; step++) editor.redo();
    expect(editor.document).toEqual(end);
    expect(editor.getSnapshot().undoLabel).toBe("Added a filter");
  });

  test("typing in one field is one step until the field loses focus", () => {
    const editor = new DashboardEditor(documentOf());
    for (const text of ["R", "Re", "Rev"]) editor.edit("Renamed", titled(text), "title");
    editor.seal();
    editor.edit("Renamed", titled("Revenue"), "title");
    editor.undo();
    expect(title(editor)).toBe("Rev");
    editor.undo();
    expect(title(editor)).toBe("Sales");
  });

  test("an edit without changes adds no step", () => {
    const editor = new DashboardEditor(documentOf());
    editor.edit("Renamed", titled("Sales"));
    expect(editor.getSnapshot()).toMatchObject({ undoLabel: undefined, unsaved: 0 });
  });

  test("unsaved counts the steps from the saved state, in both directions", () => {
    const editor = new DashboardEditor(documentOf());
    editor.edit("1", titled("a"));
    editor.edit("2", titled("b"));
    editor.markSaved();
    expect(editor.getSnapshot().unsaved).toBe(0);
    editor.undo();
    expect(editor.getSnapshot().unsaved).toBe(1);
    editor.edit("3", titled("c"));
    expect(editor.getSnapshot().unsaved).toBeGreaterThan(0);
    editor.undo();
    expect(editor.getSnapshot().unsaved).toBeGreaterThan(0);
  });

  test("fifty steps can be undone, and the editor reports when more were made", () => {
    const editor = new DashboardEditor(documentOf());
    for (let step = 1; step <= UNDO_LIMIT + 3; step++) editor.edit(`${step}`, titled(`t${step}`));
    expect(editor.getSnapshot().hasOverflowed).toBe(true);
    for (let step = 0; step < UNDO_LIMIT + 10; step++) editor.undo();
    expect(title(editor)).toBe("t3");
  });

  test("a drag is shown live and is one step, or none if canceled", () => {
    const editor = new DashboardEditor(documentOf());
    const drag = editor.begin("Dragged");
    drag.update(titled("one"));
    drag.update(titled("two"));
    expect(title(editor)).toBe("two");
    drag.cancel();
    expect(title(editor)).toBe("Sales");
    expect(editor.getSnapshot().undoLabel).toBeUndefined();
    const resize = editor.begin("Resized");
    resize.update(titled("three"));
    resize.complete();
    editor.undo();
    expect(title(editor)).toBe("Sales");
  });

  test("undoing and redoing any sequence of edits restores its end state", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("add" as const), id: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ kind: fc.constant("title" as const), id: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ kind: fc.constant("delete" as const), id: fc.integer({ min: 0, max: 5 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const editor = new DashboardEditor(documentOf());
        const start = JSON.stringify(editor.document);
        for (const { kind, id } of steps) {
          if (kind === "add") editor.edit("add", withChart(id));
          else if (kind === "title") editor.edit("title", titled(`t${id}`));
          else {
            const chart = Object.values(editor.document.layout).filter((c) => c.type === "CHART")[id];
            if (chart) editor.edit("delete", (d) => ({ ...d, layout: remove(d.layout, chart.id) }));
          }
        }
        const end = editor.document;
        while (editor.getSnapshot().undoLabel) editor.undo();
        expect(JSON.stringify(sorted(editor.document))).toBe(JSON.stringify(sorted(JSON.parse(start))));
        while (editor.getSnapshot().redoLabel) editor.redo();
        expect(sorted(editor.document)).toEqual(sorted(end));
      }),
    );
  });
});

function sorted(document: DashboardDocument): DashboardDocument {
  return {
    ...document,
    layout: Object.fromEntries(Object.entries(document.layout).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

describe("actions", () => {
  const action = (id: string) => ACTIONS.find((a) => a.id === id)!;

  test("delete removes the selected tile with its empty row and clears the selection", () => {
    const editor = new DashboardEditor(documentOf());
    editor.edit("add", withChart(7));
    const chart = Object.values(editor.document.layout).find((c) => c.type === "CHART")!;
    editor.select(chart.id);
    action("delete").run(editor);
    expect(Object.values(editor.document.layout).map((c) => c.type)).toEqual(["ROOT", "GRID", "HEADER"]);
    expect(editor.getSnapshot().selection).toBeNull();
    expect(editor.getSnapshot().undoLabel).toBe("Deleted Chart 7");
  });

  test("arrows move the selected tile past its neighbor and back", () => {
    const editor = new DashboardEditor(documentOf());
    for (const id of [1, 2, 3]) editor.edit("add", withChart(id));
    const order = () => {
      const { layout } = editor.document;
      return layout[GRID_ID]!.children.flatMap((row) => layout[row]!.children).map((id) => layout[id]!.meta.chartId);
    };
    const first = Object.values(editor.document.layout).find((c) => c.meta.chartId === 1)!;
    editor.select(first.id);
    action("move-later").run(editor);
    expect(order()).toEqual([2, 1, 3]);
    action("move-earlier").run(editor);
    expect(order()).toEqual([1, 2, 3]);
  });

  test("a tile can't grow past the free columns of its row", () => {
    const editor = new DashboardEditor(documentOf());
    for (const id of [1, 2]) editor.edit("add", withChart(id));
    const first = Object.values(editor.document.layout).find((c) => c.meta.chartId === 1)!;
    editor.select(first.id);
    for (let step = 0; step < 9; step++) if (action("wider").when(editor.getSnapshot())) action("wider").run(editor);
    expect(editor.document.layout[first.id]!.meta.width).toBe(8);
    editor.undo();
    expect(editor.document.layout[first.id]!.meta.width).toBe(4);
  });
});

test("the saved payload has positions with parents, the filters and all original keys", () => {
  let layout = emptyLayout("Sales");
  const row = newComponent("ROW");
  layout = insert(layout, row, { parentId: GRID_ID, index: 0 });
  const payload = toSavePayload(documentOf(layout), new Map([[row.id, [ROOT_ID, GRID_ID]]]));
  const metadata = JSON.parse(payload.json_metadata);
  expect(metadata.custom_key).toEqual({ kept: true });
  expect(metadata.positions[row.id].parents).toEqual([ROOT_ID, GRID_ID]);
  expect(metadata.positions.DASHBOARD_VERSION_KEY).toBe("v2");
  const untitled = {
    ...documentOf(),
    properties: { ...documentOf().properties, dashboard_title: " ", certification_details: "x" },
  };
  const control = { id: "CHART_CUSTOMIZATION-a", type: "CHART_CUSTOMIZATION_DIVIDER", title: "a", description: "" };
  const saved = (stored: unknown, filters: object[] = []) => {
    const foreign = { ...untitled, filters: filters as never, metadata: { chart_customization_config: stored } };
    return JSON.parse(toSavePayload(foreign, new Map()).json_metadata).chart_customization_config;
  };
  expect(saved([{ foo: 1 }, null])).toEqual([{ foo: 1 }, null]);
  for (const stored of [{ foo: 1 }, "none", null]) {
    expect(saved(stored)).toEqual(stored);
    expect(saved(stored, [control])).toEqual([control, stored]);
  }
  expect(toSavePayload(untitled, new Map())).toMatchObject({
    dashboard_title: "[ untitled dashboard ]",
    certification_details: null,
  });
});
