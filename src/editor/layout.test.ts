import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ComponentType, emptyLayout, GRID_ID, type Layout, ROOT_ID } from "../model/dashboard-layout.ts";
import { describeSlot, dropAt, openSlots, tryDrop } from "./drop.ts";
import { appendChart, insert, move, newComponent, Refusal, remove, resize, type Slot } from "./layout-edits.ts";
import {
  canContain,
  descendantsOf,
  freeColumns,
  innerWidth,
  NOT_ENOUGH_SPACE,
  parentOf,
  TOP_TAB_INTO_NESTED,
  topTabsOf,
  usedColumns,
} from "./layout-rules.ts";

const types = (layout: Layout, id: string) => layout[id]!.children.map((child) => layout[child]!.type);
const byType = (layout: Layout, type: ComponentType) => Object.values(layout).filter((c) => c.type === type);
const chart = (layout: Layout, id: number) => Object.values(layout).find((c) => c.meta.chartId === id)!;
const charts = (...ids: number[]) =>
  ids.reduce((layout, id) => appendChart(layout, { id, name: `C${id}` }, GRID_ID), emptyLayout("d"));

test("a chart goes into the last row if it has room and tiles of similar height", () => {
  const figure = { width: 3, height: 14 };
  const append = (layout: Layout, id: number, size: { width: number; height: number }) =>
    appendChart(layout, { id, name: `C${id}`, size }, GRID_ID);
  let layout = append(append(emptyLayout("d"), 1, figure), 2, figure);
  layout = append(append(layout, 3, { width: 6, height: 40 }), 4, { width: 6, height: 48 });
  layout = append(layout, 5, { width: 6, height: 40 });
  const rows = layout[GRID_ID]!.children.map((row) => layout[row]!.children.map((id) => layout[id]!.meta.chartId));
  expect(rows).toEqual([[1, 2], [3, 4], [5]]);
});

describe("nesting", () => {
  test("wraps a chart dropped on the grid in a row", () => {
    const layout = insert(emptyLayout("d"), newComponent("CHART"), { parentId: GRID_ID, index: 0 });
    expect(types(layout, GRID_ID)).toEqual(["ROW"]);
    expect(types(layout, layout[GRID_ID]!.children[0]!)).toEqual(["CHART"]);
  });

  test("dropping tabs at the top moves the grid's content into them, and deleting them moves it back", () => {
    const before = charts(1, 2);
    const rows = before[GRID_ID]!.children;
    const tabbed = insert(before, newComponent("TABS"), { parentId: ROOT_ID, index: 0 });
    const tabs = topTabsOf(tabbed)!;
    expect(tabbed[tabs.children[0]!]!.children).toEqual(rows);
    expect(tabbed[GRID_ID]!.children).toEqual([]);
    const back = remove(tabbed, tabs.id);
    expect(back[GRID_ID]!.children).toEqual(rows);
    expect(back[ROOT_ID]!.children).toEqual([GRID_ID]);
  });

  test("rejects a top-level tab in nested tabs", () => {
    let layout = insert(emptyLayout("d"), newComponent("TABS"), { parentId: ROOT_ID, index: 0 });
    const top = topTabsOf(layout)!;
    layout = insert(layout, newComponent("TAB"), { parentId: top.id, index: 1 });
    layout = insert(layout, newComponent("TABS"), { parentId: top.children[0]!, index: 0 });
    const nested = byType(layout, "TABS").find((tabs) => tabs.id !== top.id)!;
    const second = layout[top.id]!.children[1]!;
    expect(() => move(layout, second, { parentId: nested.id, index: 0 })).toThrow(TOP_TAB_INTO_NESTED);
  });

  test.each<[ComponentType, readonly ComponentType[]]>([
    ["GRID", ["TAB"]],
    ["ROW", ["ROW", "HEADER", "TABS", "TAB"]],
    ["COLUMN", ["COLUMN", "TAB"]],
    ["TABS", ["ROW", "COLUMN", "HEADER", "MARKDOWN", "CHART", "DIVIDER", "TABS"]],
    ["TAB", ["TAB"]],
    ["CHART", ["ROW", "COLUMN", "HEADER", "MARKDOWN", "CHART", "DIVIDER", "TABS", "TAB"]],
  ])("rejects invalid children of %s with a reason and accepts the others", (parent, refused) => {
    const place = { parentId: GRID_ID, index: 0 };
    let layout = insert(charts(1), newComponent("TABS"), place);
    layout = insert(layout, newComponent("COLUMN"), { parentId: layout[GRID_ID]!.children[1]!, index: 1 });
    const parentId = parent === "GRID" ? GRID_ID : byType(layout, parent)[0]!.id;
    const kinds: readonly ComponentType[] = ["ROW", "COLUMN", "HEADER", "MARKDOWN", "CHART", "DIVIDER", "TABS", "TAB"];
    for (const type of kinds) {
      const drop = tryDrop(layout, { kind: "new", component: newComponent(type) }, { parentId, index: 0 });
      const answer = drop.kind === "slot" ? "taken" : drop.reason;
      const refusal = / can't be placed in .*, or nesting would be too deep\.$/;
      expect([type, answer]).toEqual([type, refused.includes(type) ? expect.stringMatching(refusal) : "taken"]);
    }
  });

  test("rejects moving an element into itself, and limits row nesting", () => {
    let layout = charts(1);
    const row = layout[GRID_ID]!.children[0]!;
    layout = insert(layout, newComponent("COLUMN"), { parentId: row, index: 1 });
    const column = byType(layout, "COLUMN")[0]!.id;
    expect(() => move(layout, row, { parentId: column, index: 0 })).toThrow(Refusal);
    let deep = column;
    const nest = () => {
      for (let level = 0; level < 8; level++) {
        const inner = newComponent("ROW");
        layout = insert(layout, inner, { parentId: deep, index: 0 });
        const next = newComponent("COLUMN", { width: 1 });
        layout = insert(layout, next, { parentId: inner.id, index: 0 });
        deep = next.id;
      }
    };
    expect(nest).toThrow(Refusal);
  });
});

describe("space", () => {
  test("a drop keeps its width, shrinks to the free space, or is rejected with the specified message", () => {
    let layout = charts(1, 2);
    const row = layout[GRID_ID]!.children[0]!;
    expect(freeColumns(layout, row)).toBe(4);
    layout = insert(layout, newComponent("CHART", { chartId: 3, width: 6 }), { parentId: row, index: 2 });
    expect(chart(layout, 3).meta.width).toBe(4);
    const full = dropAt(
      layout,
      { kind: "new", component: newComponent("CHART") },
      { id: chart(layout, 1).id, edge: "left" },
    );
    expect(full).toEqual({ kind: "forbidden", reason: NOT_ENOUGH_SPACE });
  });

  test("moving within a full row needs no free space", () => {
    const layout = charts(1, 2, 3);
    const row = layout[GRID_ID]!.children[0]!;
    const moved = move(layout, chart(layout, 3).id, { parentId: row, index: 0 });
    expect(moved[row]!.children.map((id) => moved[id]!.meta.chartId)).toEqual([3, 1, 2]);
    expect(move(layout, chart(layout, 1).id, { parentId: row, index: 1 })).toBe(layout);
  });

  test("resizing stays within the row and above a minimum, and changes nothing if the size is the same", () => {
    const layout = charts(1, 2);
    const id = chart(layout, 1).id;
    expect(resize(layout, id, { width: 99 })[id]!.meta.width).toBe(8);
    expect(resize(layout, id, { width: 0, height: 1 })[id]!.meta).toMatchObject({ width: 1, height: 5 });
    expect(resize(layout, id, { width: 4, height: 40 })).toBe(layout);
  });

  test("removes a row that becomes empty", () => {
    let layout = charts(1, 2, 3, 4);
    expect(layout[GRID_ID]!.children).toHaveLength(2);
    layout = move(layout, chart(layout, 4).id, { parentId: GRID_ID, index: 0 });
    expect(layout[GRID_ID]!.children).toHaveLength(2);
    layout = remove(layout, chart(layout, 4).id);
    expect(layout[GRID_ID]!.children).toHaveLength(1);
  });
});

describe("drops", () => {
  test("the sides of a tile insert into its row, its top and bottom create rows", () => {
    const layout = charts(1, 2);
    const row = layout[GRID_ID]!.children[0]!;
    const dragged = { kind: "new", component: newComponent("MARKDOWN", { width: 2 }) } as const;
    const at = (edge: "left" | "right" | "top" | "bottom") => {
      const result = dropAt(layout, dragged, { id: chart(layout, 2).id, edge });
      return result.kind === "slot" ? result.slot : undefined;
    };
    expect(at("left")).toEqual({ parentId: row, index: 1 });
    expect(at("right")).toEqual({ parentId: row, index: 2 });
    expect(at("top")).toEqual({ parentId: GRID_ID, index: 0 });
    expect(at("bottom")).toEqual({ parentId: GRID_ID, index: 1 });
  });

  test("the sides of a tile in a column are the sides of the column", () => {
    let layout = insert(charts(1), newComponent("COLUMN"), { parentId: GRID_ID, index: 1 });
    const row = layout[GRID_ID]!.children[1]!;
    const column = layout[row]!.children[0]!;
    layout = insert(layout, newComponent("MARKDOWN"), { parentId: column, index: 0 });
    const text = layout[column]!.children[0]!;
    const dragged = { kind: "new", component: newComponent("MARKDOWN") } as const;
    for (const [edge, index] of [
      ["left", 0],
      ["right", 1],
    ] as const) {
      expect(dropAt(layout, dragged, { id: text, edge })).toMatchObject({ slot: { parentId: row, index } });
    }
    expect(dropAt(layout, dragged, { id: text, edge: "top" })).toMatchObject({ slot: { parentId: column, index: 0 } });
  });

  test("describes slots in words", () => {
    const layout = charts(1, 2);
    const row = layout[GRID_ID]!.children[0]!;
    const words = describeSlot(layout, { parentId: row, index: 1 }, (c) => c.meta.sliceName ?? c.type);
    expect(words).toBe("Row 1, after C1");
  });
});

function expectSound(layout: Layout): void {
  const reachable = descendantsOf(layout, ROOT_ID);
  expect(new Set(reachable).size).toBe(reachable.length);
  expect(layout[ROOT_ID]!.children).toHaveLength(1);
  for (const id of reachable) {
    const component = layout[id]!;
    expect(canContain(layout, parentOf(layout, id)!.id, component.type)).toBe(true);
    if (component.type === "ROW") expect(usedColumns(layout, id)).toBeLessThanOrEqual(innerWidth(layout, id));
  }
  const ids = Object.keys(layout).filter((id) => ![ROOT_ID, GRID_ID, "HEADER_ID"].includes(id));
  expect(ids.filter((id) => !reachable.includes(id))).toEqual([]);
}

test("a tile in a column is as wide as the column", () => {
  const column = newComponent("COLUMN", { width: 4 });
  const wide = insert(charts(1), column, { parentId: GRID_ID, index: 1 });
  const layout = insert(wide, newComponent("MARKDOWN"), { parentId: column.id, index: 0 });
  const text = byType(layout, "MARKDOWN")[0]!;
  expect(resize(layout, text.id, { width: 1 })).toBe(layout);
  const taller = resize(layout, text.id, { width: 1, height: 60 });
  expect(taller[text.id]!.meta).toEqual({ ...text.meta, height: 60 });
});

test("rejects a row in a column that is narrower", () => {
  const wide = charts(1, 2);
  const row = wide[GRID_ID]!.children[0]!;
  const column = newComponent("COLUMN", { width: 4 });
  const layout = insert(wide, column, { parentId: GRID_ID, index: 1 });
  const drop = () => tryDrop(layout, { kind: "existing", id: row }, { parentId: column.id, index: 0 });
  expect(drop()).toEqual({ kind: "forbidden", reason: NOT_ENOUGH_SPACE });
  const tabs = newComponent("TABS");
  const nested = insert(layout, tabs, { parentId: column.id, index: 0 });
  const tab = nested[tabs.id]!.children[0]!;
  const intoTab = tryDrop(nested, { kind: "existing", id: row }, { parentId: tab, index: 0 });
  expect(intoTab).toEqual({ kind: "forbidden", reason: NOT_ENOUGH_SPACE });
});

test("moving tabs to the top moves the grid's content into them once", () => {
  const tabs = newComponent("TABS");
  const layout = insert(charts(1), tabs, { parentId: GRID_ID, index: 1 });
  const tab = layout[tabs.id]!.children[0]!;
  const nested = insert(layout, newComponent("TABS"), { parentId: tab, index: 0 });
  const moved = move(nested, tabs.id, { parentId: ROOT_ID, index: 0 });
  expect(moved[ROOT_ID]!.children).toEqual([tabs.id]);
  expect(moved[tab]!.children).toHaveLength(2);
  expectSound(moved);
  const inner = moved[tab]!.children[1]!;
  expect(() => move(moved, inner, { parentId: ROOT_ID, index: 0 })).toThrow(/already has top-level tabs/);
});

test("random edits keep every layout valid", () => {
  const kinds = ["CHART", "MARKDOWN", "ROW", "COLUMN", "TABS", "TAB", "HEADER", "DIVIDER"] as const;
  const operation = fc.record({
    kind: fc.constantFrom("insert", "move", "remove", "resize"),
    type: fc.constantFrom(...kinds),
    pick: fc.nat(50),
    slot: fc.nat(200),
    width: fc.integer({ min: 1, max: 14 }),
  });
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 25 }), (operations) => {
      let layout = emptyLayout("d");
      for (const { kind, type, pick, slot, width } of operations) {
        const ids = descendantsOf(layout, ROOT_ID).filter((id) => id !== GRID_ID);
        const id = ids[pick % Math.max(1, ids.length)];
        const place = (slots: Slot[]) => slots[slot % Math.max(1, slots.length)];
        if (kind === "insert") {
          const dragged = {
            kind: "new",
            component: newComponent(type, type === "CHART" ? { chartId: pick, width } : {}),
          } as const;
          const at = place(openSlots(layout, dragged, ROOT_ID));
          const result = at && tryDrop(layout, dragged, at);
          if (result?.kind === "slot") layout = result.layout;
        } else if (id && kind === "move") {
          const at = place(openSlots(layout, { kind: "existing", id }, ROOT_ID));
          if (at) layout = move(layout, id, at);
        } else if (id && kind === "remove") layout = remove(layout, id);
        else if (id) layout = resize(layout, id, { width, height: pick });
        expectSound(layout);
      }
    }),
    { numRuns: 150 },
  );
});
