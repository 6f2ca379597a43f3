import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());
afterEach(() => vi.resetModules());

test("a disabled chart type isn't offered, and its charts have an unknown type", async () => {
  const meta = document.createElement("meta");
  Object.assign(meta, { name: "chart-types-off", content: "pie,echarts_timeseries_bar" });
  document.head.append(meta);
  const { CHART_CARDS, chartCard, loadTypedForm } = await import("../chart-types/index.ts");
  meta.remove();
  const keys = CHART_CARDS.map((card) => card.key);
  expect(keys).toContain("table");
  expect(keys.filter((key) => /pie|bar$/.test(key))).toEqual([]);
  expect([chartCard("pie"), chartCard("dist_bar")]).toEqual([undefined, undefined]);
  expect(await loadTypedForm({ viz_type: "bar", metrics: ["a"] })).toBeUndefined();
  expect((await loadTypedForm({ viz_type: "funnel" }))?.type.key).toBe("funnel");
});
