import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { chartTheme } from "../chart-kit/colors/theme.ts";
import { drawChart } from "../testing/chart.ts";
import { definition as sunburst } from "./sunburst/definition.ts";
import { Renderer as SunburstChart } from "./sunburst/Renderer.tsx";
import { definition as treemap } from "./treemap/definition.ts";
import { Renderer as TreemapChart } from "./treemap/Renderer.tsx";

const LEVELS = ["region", "country"];
const ROWS = [
  { region: "Asia", country: "China", people: 600 },
  { region: "Asia", country: "India", people: 300 },
  { region: "Europe", country: "Malta", people: 60 },
];
const box = { width: 400, height: 300 };
const TYPES = [
  { name: "treemap", type: treemap, Chart: TreemapChart, form: { groupby: LEVELS } },
  { name: "sunburst", type: sunburst, Chart: SunburstChart, form: { columns: LEVELS } },
];

const trail = () => screen.queryByRole("navigation", { name: "Zoom" })?.textContent;
const label = () => screen.getByRole("img").getAttribute("aria-label");
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(screen.getByRole("img"), { key });
};

test.each(TYPES)("readers go into the parts of a $name by keys and back by the trail", ({ type, Chart, form }) => {
  const propsOf = (rows: object[]) => drawChart(type, { ...form, metric: "people" }, rows as never, box).picture;
  const theme = chartTheme("light");
  const { rerender } = render(<Chart props={propsOf(ROWS)} {...box} theme={theme} />);
  const everything = label();
  press("ArrowRight", "+");
  expect(trail()).toBe("All›Asia");
  expect(label()).toContain("of people in Asia, 2 parts; largest China (600");
  expect(screen.getByRole("img").querySelector("svg")?.getAttribute("height")).toBe("274");
  // New rows: keeps the zoom path as far as it exists.
  rerender(<Chart props={propsOf([...ROWS, { region: "Asia", country: "Laos", people: 8 }])} {...box} theme={theme} />);
  expect(label()).toContain("3 parts");
  rerender(<Chart props={propsOf(ROWS.slice(2))} {...box} theme={theme} />);
  expect(trail()).toBeUndefined();
  rerender(<Chart props={propsOf(ROWS)} {...box} theme={theme} />);
  fireEvent.click(within(screen.getByRole("navigation")).getByRole("button", { name: "All" }));
  expect([trail(), label()]).toEqual([undefined, everything]);
  expect(document.activeElement).toBe(screen.getByRole("img"));
  press("ArrowRight", "Enter", "-");
  expect(trail()).toBeUndefined();
});

test("filters if marks can filter, and zooms from the mark menu", () => {
  const { picture } = drawChart(treemap, { groupby: LEVELS, metric: "people" }, ROWS, box);
  const [onSelect, onContextMenu] = [vi.fn(), vi.fn()];
  render(<TreemapChart props={picture} {...box} theme={chartTheme("dark")} {...{ onSelect, onContextMenu }} />);
  press("ArrowRight", "Enter", "ContextMenu");
  expect(onSelect).toHaveBeenCalledWith(expect.objectContaining({ label: "Asia" }), false);
  expect(trail()).toBeUndefined();
  const [, , actions] = onContextMenu.mock.calls[0] ?? [];
  expect(actions.map((action: { label: string }) => action.label)).toEqual(["Zoom in"]);
});

test("a click zooms if marks can't filter", () => {
  const { picture } = drawChart(treemap, { groupby: LEVELS, metric: "people" }, ROWS, box);
  render(<TreemapChart props={picture} {...box} theme={chartTheme("light")} />);
  const chart = screen.getByRole("img");
  const inside = chart.querySelector("svg")?.parentElement ?? chart;
  for (const kind of [fireEvent.mouseDown, fireEvent.mouseUp, fireEvent.click])
    kind(inside, { clientX: 60, clientY: 100 });
  expect(trail()).toBe("All›Asia");
});
