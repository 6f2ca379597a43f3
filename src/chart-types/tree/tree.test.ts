import { describe, expect, it } from "vitest";
import { textWidth } from "../../chart-kit/text-width.ts";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart } from "../../testing/chart.ts";
import { definition as tree } from "./definition.ts";
import { gallery } from "./gallery.ts";

const FORM = { id: "id", parent: "parent", viz_type: "tree_chart", datasource: "1__table" };
const ROWS = [
  { id: 1, parent: null, name: "Animals", count: 9 },
  { id: 2, parent: 1, name: "Birds", count: 5 },
  { id: 3, parent: 1, name: "", count: 4 },
  { id: 4, parent: 2, name: null, count: 2 },
  { id: 7, parent: 6, name: "Alone", count: 1 },
];
const draw = (form = {}, rows: Record<string, unknown>[] = ROWS, more = {}) =>
  drawChart(tree, { ...FORM, ...form }, rows, { types: { id: 1, parent: 1 }, ...more });

describe("query", () => {
  it("requests id, parent and name, and the metric if there is one", () => {
    const ask = (form = {}) => QueryContext.parse(tree.buildQuery({ ...tree.defaults(), ...FORM, ...form })).queries[0];
    expect(ask()).toMatchObject({ columns: ["id", "parent"], metrics: [] });
    expect(ask({ name: "name", metric: "count" })).toMatchObject({
      columns: ["id", "parent", "name"],
      metrics: ["count"],
    });
  });

  it("keeps the same rows under a row limit", () => {
    const orderOf = (form = {}) => tree.buildQuery({ ...FORM, ...form }).queries[0]?.orderby;
    expect(orderOf({ row_limit: 10, name: "name" })).toEqual([
      ["parent", true],
      ["id", true],
      ["name", true],
    ]);
    expect(orderOf({ row_limit: null })).toBeUndefined();
  });

  it("is valid for every gallery case, and requires only ids and parents", () => {
    for (const { name, formData } of gallery) {
      expect(tree.validate({ ...tree.defaults(), ...formData, viz_type: "tree_chart" }), name).toEqual({});
    }
    expect(Object.keys(tree.validate({ viz_type: "tree_chart" }))).toEqual(["id", "parent"]);
  });
});

describe("the tree", () => {
  it("leaves room at the sides for the outermost names when vertical", () => {
    const name = (id: number, name: string) => ({ id, parent: 1, name, count: 1 });
    const long = "A name that is far longer than all others";
    const rows = [{ id: 1, parent: null, name: long, count: 3 }, name(2, "Ant"), name(3, long), name(4, "Bee")];
    const [{ left, right }] = draw({ name: "name", orient: "TB" }, rows).option.series;
    expect(Math.max(left, right)).toBeLessThan(30);
    const [wide] = draw({ name: "name", orient: "TB" }, rows.toReversed().concat(name(5, long))).option.series;
    expect(Math.max(wide.left, wide.right)).toBeGreaterThan(60);
  });

  it("truncates names to the room at its side", () => {
    const long = "A name that is far longer than all others";
    const rows = [
      { id: 1, parent: null, name: long, count: 2 },
      { id: 2, parent: 1, name: "Ant", count: 1 },
    ];
    const [series] = draw({ name: "name", orient: "LR" }, rows, { width: 340, height: 240 }).option.series;
    const { formatter, distance } = series.label;
    expect(textWidth(formatter({ name: long })) + distance + series.symbolSize / 2).toBeLessThanOrEqual(series.left);
  });

  it("rotates names below its leaves if they don't quite fit", () => {
    const leaves = ["Climb", "Take-off run", "Descent", "Parked", "Approach", "Landing Roll", "Taxi"];
    const rows = [null, ...leaves].map((name, id) => ({
      id: id + 1,
      parent: name ? 1 : null,
      name: name ?? "All",
      count: 1,
    }));
    const drawn = (width: number) =>
      draw({ name: "name", orient: "TB", child_label_position: "bottom" }, rows, { width, height: 220 }).option
        .series[0];
    expect(drawn(300).leaves.label).toMatchObject({ rotate: 45, align: "right" });
    expect(drawn(800).leaves.label.rotate).toBeUndefined();
    expect(drawn(300).bottom).toBeGreaterThan(drawn(800).bottom + 20);
  });

  it("puts names beside its leaves if they would cover the next ones", () => {
    const rows = Array.from({ length: 31 }, (_, id) => ({ id, parent: id === 0 ? null : 0, count: 1 }));
    const drawn = (form: object, height: number) =>
      draw({ child_label_position: "bottom", ...form }, rows, { width: 500, height }).option.series[0];
    expect(drawn({}, 300).leaves.label).toMatchObject({ position: "right", align: "left" });
    expect(drawn({ orient: "RL" }, 300).leaves.label.position).toBe("left");
    expect(drawn({}, 1000).leaves.label.position).toBe("bottom");
  });

  it("is the largest of several, with a note about the others", () => {
    const { option, drawing } = draw({ name: "name", metric: "count" });
    expect(option.series[0].data).toEqual([
      {
        name: "Animals",
        value: 9,
        children: [
          { name: "Birds", value: 5, children: [{ name: "<NULL>", value: 2 }] },
          { name: "<empty string>", value: 4 },
        ],
      },
    ]);
    expect(drawing.warning).toBe("Showing the largest of 2 trees");
    expect(drawing.summary).toBe("Tree of Animals: 4 nodes on 3 levels; highest count Birds (5), lowest <NULL> (2).");
  });

  it("starts at the configured root, even if it only appears as a parent", () => {
    expect(draw({ root_node_id: "2" }).drawing.summary).toBe("Tree of 2: 2 nodes on 2 levels.");
    expect(draw({ root_node_id: "6" }).option.series[0].data).toEqual([{ name: "6", children: [{ name: "7" }] }]);
    expect(draw({ root_node_id: "99" }).drawing.isEmpty).toBe(true);
  });

  it("ignores cycles", () => {
    const circle = [
      { id: 1, parent: 2 },
      { id: 2, parent: 1 },
      { id: 3, parent: 3 },
    ];
    expect(draw({}, circle).drawing.summary).toBe("Tree of 3: one node.");
    expect(draw({ root_node_id: "1" }, circle).drawing.summary).toBe("Tree of 1: 2 nodes on 2 levels.");
    expect(draw({}, []).drawing).toMatchObject({ isEmpty: true, summary: "Tree: no nodes." });
  });

  it("is navigated node by node", () => {
    const { picture } = draw({ name: "name", metric: "count" });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 0 })).toBeNull();
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 2 })?.text).toBe("Birds, level 2: 5");
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 2 }])).toEqual({
      title: "Birds",
      rows: [{ label: "count", value: "5" }],
      note: "1 descendant",
    });
  });

  it("leaves room for names on the side where they are shown", () => {
    const wide = draw({ child_label_position: "right", name: "name" }).option.series[0];
    const narrow = draw({ child_label_position: "bottom", name: "name" }).option.series[0];
    expect(wide.right).toBeGreaterThan(narrow.right);
    expect(draw({ orient: "TB" }).option.series[0].top).toBe(26);
  });
});

describe("names within the rings of a radial tree", () => {
  const drawn = (side: number) => {
    const rows = [
      { id: "Sub-Saharan Africa", parent: null, count: 1 },
      { id: "Western part", parent: "Sub-Saharan Africa", count: 1 },
      { id: "Benin", parent: "Western part", count: 1 },
    ];
    const [series] = draw({ layout: "radial" }, rows, { width: side, height: side }).option.series;
    return { root: series.data[0].label, inner: series.label.formatter({ name: "Western part" }) as string };
  };

  it("are whole in large charts, cut at words in smaller ones, and left out where they would cover nodes", () => {
    expect([drawn(900).root.formatter(), drawn(900).inner]).toEqual(["Sub-Saharan Africa", "Western part"]);
    expect(drawn(280).root.formatter()).toMatch(/^Sub-.*…$/);
    expect(drawn(220).inner).toBe("");
    const { label } = draw({ layout: "radial" }, undefined, { width: 160, height: 160 }).option.series[0];
    expect(label.show, "in tiles without labels").toBe(false);
  });
});

it("names around a radial tree are as long as the space in their direction", () => {
  const [series] = draw({ layout: "radial" }, undefined, { width: 600, height: 300 }).option.series;
  const text = "Weather station of the regional office";
  const widthAt = (x: number, y: number) =>
    series.labelLayout({ text, labelRect: { x: 300 + x - 5, y: 150 + y - 5, width: 10, height: 10 } }).width;
  const half = textWidth(text) / 2;
  expect(widthAt(0, -80 - half)).toBeCloseTo(150 - 80 - 13, 0);
  expect(widthAt(140 + half, 0)).toBeCloseTo(300 - 140 - 13, 0);
  expect(widthAt(80 + half, 0)).toBeUndefined();
  expect(series.leaves.label.overflow).toBe("truncate");
  const place = { text, labelRect: { x: 295, y: 25 - half - 5, width: 10, height: 10 } };
  expect(series.labelLayout(place).width, "a few letters say nothing").toBe(1);
});

describe("names between two levels", () => {
  const labels = (name: string, count: number) => {
    const middle = Array.from({ length: count }, (_, i) => `${name} ${i}`);
    const rows = [
      { id: "Root", parent: null, count: 1 },
      ...middle.flatMap((id) => [
        { id, parent: "Root", count: 1 },
        { id: `${id} leaf`, parent: id, count: 1 },
      ]),
    ];
    const form = { node_label_position: "left", child_label_position: "right" };
    const [series] = draw(form, rows, { width: 365, height: 300 }).option.series;
    return { inner: series.label.position, root: (series.data[0].label ?? series.label).position };
  };

  it("are above their nodes where they would cover the level before", () => {
    expect(labels("Mid", 3)).toEqual({ inner: "left", root: "left" });
    expect(labels("Weather station of the regional office", 3)).toEqual({ inner: "top", root: "left" });
    expect(labels("Weather station of the regional office", 12), "too close to each other").toMatchObject({
      inner: "left",
    });
  });
});
