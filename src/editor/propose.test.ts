import { describe, expect, test } from "vitest";
import { emptyLayout, GRID_ID } from "../model/dashboard-layout.ts";
import { layoutTree } from "../model/layout-tree.ts";
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
});
