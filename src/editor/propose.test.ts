import { describe, expect, test } from "vitest";
import { emptyLayout, GRID_ID } from "../model/dashboard-layout.ts";
import { layoutTree } from "../model/layout-tree.ts";
import { insert, newComponent } from "./layout-edits.ts";
import { addProposedCharts, type ProposedChart } from "./propose.ts";

const charts = (...shapes: ProposedChart["shape"][]): ProposedChart[] =>
  shapes.map((shape, at) => ({ id: at + 1, name: `Chart ${at + 1}`, shape }));

function proposed(list: readonly ProposedChart[]): [number | undefined, number][][] {
  const tree = layoutTree(addProposedCharts(emptyLayout(""), GRID_ID, list));
  return tree.blocks.map((row) => row.children.map((tile) => [tile.meta.chartId ?? undefined, tile.width]));
}

describe("a proposed layout", () => {
  test.each<[string, ProposedChart[], [number, number][][]]>([
    ["is empty without charts", [], []],
    ["gives one chart the whole row", charts("other"), [[[1, 12]]]],
    [
      "puts figures first, and tables last",
      charts("table", "figure", "course", "figure"),
      [
        [
          [2, 6],
          [4, 6],
        ],
        [
          [3, 8],
          [1, 4],
        ],
      ],
    ],
    [
      "fills every row",
      charts("other", "other", "other", "other", "other", "other"),
      [
        [
          [1, 8],
          [2, 4],
        ],
        [
          [3, 6],
          [4, 6],
        ],
        [
          [5, 6],
          [6, 6],
        ],
      ],
    ],
    [
      "divides figures evenly",
      charts("figure", "figure", "figure", "figure", "figure"),
      [
        [
          [1, 4],
          [2, 4],
          [3, 4],
        ],
        [
          [4, 6],
          [5, 6],
        ],
      ],
    ],
    [
      "leaves no chart alone",
      charts("other", "other", "other"),
      [
        [
          [1, 4],
          [2, 4],
          [3, 4],
        ],
      ],
    ],
  ])("%s", (_, list, rows) => {
    expect(proposed(list)).toEqual(rows);
    for (const row of rows) expect(row.reduce((sum, [, width]) => sum + width, 0)).toBe(12);
  });

  test("fills a tab within a narrow column", () => {
    const column = newComponent("COLUMN", { width: 4 });
    const tabs = newComponent("TABS");
    let layout = insert(emptyLayout(""), column, { parentId: GRID_ID, index: 0 });
    layout = insert(layout, tabs, { parentId: column.id, index: 0 });
    const [tab = ""] = layout[tabs.id]?.children ?? [];
    layout = addProposedCharts(layout, tab, charts("figure", "figure", "course", "other", "other", "table"));
    const rows = (layout[tab]?.children ?? []).map((row) => layout[row]?.children ?? []);
    expect(rows.map((row) => row.map((id) => [layout[id]?.meta.chartId, layout[id]?.meta.width]))).toEqual(
      [1, 2, 3, 4, 5, 6].map((id) => [[id, 4]]),
    );
  });
});
