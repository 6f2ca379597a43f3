import { describe, expect, test } from "vitest";
import { emptyLayout, GRID_ID, type Layout } from "../model/dashboard-layout.ts";
import { layoutTree } from "../model/layout-tree.ts";
import { type CopiedChart, chartsOf, parseCopied, paste, toCopied, toPasted } from "./clipboard.ts";
import { appendChart, insert, newComponent, Refusal } from "./layout-edits.ts";

const HERE = "https://tessera.example";
const UUID = "6f1c2f4e-7f1b-4a55-9f3b-0b7d8b0b0a01";

const dashboard = (...ids: number[]) =>
  ids.reduce(
    (layout, id) =>
      appendChart(layout, { id, name: `Chart ${id}`, uuid: UUID, size: { width: 6, height: 40 } }, GRID_ID),
    emptyLayout(""),
  );
const rowsOf = (layout: Layout) =>
  layoutTree(layout).blocks.map((row) => row.children.map((tile) => [tile.meta.chartId, tile.width]));
const tileOf = (layout: Layout, chartId: number) =>
  Object.values(layout).find(({ meta }) => meta.chartId === chartId)?.id ?? "";
const rowIds = (layout: Layout) => layout[GRID_ID]?.children ?? [];

function copied(layout: Layout, id: string) {
  const text = toCopied(layout, id, HERE);
  const parsed = text === undefined ? undefined : parseCopied(text);
  if (!parsed) throw new Error("not copied");
  return parsed;
}

const charts = (...entries: [number, number][]) =>
  new Map<number, CopiedChart>(entries.map(([from, id]) => [from, { id, uuid: UUID, name: `Here ${id}` }]));

describe("copied components", () => {
  test("keep their content under new ids, with the charts of this server", () => {
    const source = dashboard(1, 2);
    const row = copied(source, rowIds(source)[0] ?? "");
    expect(chartsOf(row)).toEqual([1, 2].map((id) => ({ id, uuid: UUID, name: `Chart ${id}` })));
    const pasted = toPasted(row, charts([1, 11], [2, 12]));
    if (!pasted) throw new Error("nothing pasted");
    const target = paste(dashboard(5), pasted, { after: null, homeId: GRID_ID });
    expect(rowsOf(target)).toEqual([
      [[5, 6]],
      [
        [11, 6],
        [12, 6],
      ],
    ]);
    expect(Object.keys(pasted.parts).filter((id) => source[id])).toEqual([]);
    expect(target[tileOf(target, 11)]?.meta.sliceName).toBe("Here 11");
  });

  test("leave out charts that aren't visible, and rows of nothing else", () => {
    const source = dashboard(1, 2);
    const row = copied(source, rowIds(source)[0] ?? "");
    const pasted = toPasted(row, charts([2, 12]));
    expect(pasted && rowsOf(paste(emptyLayout(""), pasted, { after: null, homeId: GRID_ID }))).toEqual([[[12, 6]]]);
    expect(toPasted(row, charts())).toBeUndefined();
  });

  test("keep empty tabs, and single tabs aren't copied", () => {
    const tabs = newComponent("TABS");
    const layout = insert(emptyLayout(""), tabs, { parentId: GRID_ID, index: 0 });
    const pasted = toPasted(copied(layout, tabs.id), charts());
    expect(pasted?.component.children).toHaveLength(1);
    expect(toCopied(layout, layout[tabs.id]?.children[0] ?? "", HERE)).toBeUndefined();
  });
});

describe("pasting", () => {
  const tile = (layout: Layout, id: number) => {
    const pasted = toPasted(copied(layout, tileOf(layout, id)), charts([id, id]));
    if (!pasted) throw new Error("nothing pasted");
    return pasted;
  };

  test("goes after the selection in its row where there is room, else in a row below", () => {
    const layout = dashboard(1, 2, 3);
    const after = (id: number) =>
      rowsOf(paste(layout, tile(layout, 3), { after: tileOf(layout, id), homeId: GRID_ID }));
    expect(after(3)).toEqual([
      [
        [1, 6],
        [2, 6],
      ],
      [
        [3, 6],
        [3, 6],
      ],
    ]);
    expect(after(1)).toEqual([
      [
        [1, 6],
        [2, 6],
      ],
      [[3, 6]],
      [[3, 6]],
    ]);
  });

  test("says why there is no place", () => {
    const column = newComponent("COLUMN", { width: 4 });
    const inner = newComponent("COLUMN", { width: 6 });
    const layout = insert(insert(emptyLayout(""), column, { parentId: GRID_ID, index: 0 }), inner, {
      parentId: GRID_ID,
      index: 1,
    });
    const pasted = toPasted(copied(layout, inner.id), charts());
    expect(() => pasted && paste(layout, pasted, { after: null, homeId: column.id })).toThrow(Refusal);
  });
});

test("text that isn't a tree of components is not pasted", () => {
  const source = dashboard(1);
  expect(toCopied(source, GRID_ID, HERE)).toBeUndefined();
  const whole = JSON.parse(toCopied(source, rowIds(source)[0] ?? "", HERE) ?? "");
  const [row, chart] = whole.components;
  const texts = [
    "",
    "Revenue by region",
    JSON.stringify({ ...whole, format: "other" }),
    JSON.stringify({ ...whole, components: [row] }),
    JSON.stringify({ ...whole, components: [row, { ...chart, children: [row.id] }] }),
    JSON.stringify({ ...whole, components: [{ ...row, type: "ROOT" }, chart] }),
    JSON.stringify({ ...whole, components: Array.from({ length: 400 }, () => chart) }),
    `${JSON.stringify(whole)}${" ".repeat(1_000_000)}`,
  ];
  expect(texts.map((each) => parseCopied(each))).toEqual(texts.map(() => undefined));
  expect(parseCopied(JSON.stringify(whole))).toBeDefined();
});
