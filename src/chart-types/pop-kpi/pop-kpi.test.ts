import { expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { DataRow } from "../../model/query-context.ts";
import { definition as popKpi } from "./definition.ts";
import type { PopKpiDrawing } from "./transform.ts";

const FORM = { ...popKpi.defaults(), viz_type: "pop_kpi", datasource: "7__table", metric: "n" };

function draw(formData: Record<string, unknown>, row: DataRow) {
  const drawing = popKpi.transform({
    ...{ formData: { ...FORM, ...formData }, results: [{ data: [row] }], theme: chartTheme("light") },
    ...{ colorOf: () => "", rampOf: () => [], width: 300, height: 160 },
  });
  return { ...drawing, props: drawing.props as PopKpiDrawing };
}

const SHIFTS: [name: string, formData: Record<string, unknown>, offsets: string[] | undefined][] = [
  ["a shift", { time_compare: "1 week ago" }, ["1 week ago"]],
  ["a legacy shift", { time_compare: ["1 year ago"] }, ["1 year ago"]],
  ["a custom day", { time_compare: "custom", start_date_offset: "2001-01-31" }, ["2001-01-31"]],
  ["the previous range", { time_compare: "inherit" }, ["inherit"]],
  ["nothing", {}, undefined],
  ["a missing day", { time_compare: "custom" }, undefined],
];
test.each(SHIFTS)("compares with %s", (_, formData, offsets) => {
  const [query] = popKpi.buildQuery({ ...FORM, ...formData }).queries;
  expect(query).toMatchObject({ metrics: ["n"], columns: [] });
  expect(query?.time_offsets).toEqual(offsets);
});

const CHANGES: [now: number | string | null, before: number | null, texts: string[]][] = [
  [1200, 1000, ["1k", "+200", "+20.0%"]],
  [750, 1000, ["1k", "-250", "-25.0%"]],
  ["12.5", 10, ["10", "+2.5", "+25.0%"]],
  [5, 0, ["0", "+5", "N/A"]],
  [5, null, ["N/A", "N/A", "N/A"]],
  [-5, -10, ["-10", "+5", "+50.0%"]],
];
test.each(CHANGES)("%s after %s", (now, before, texts) => {
  const { props } = draw({ time_compare: "1 week ago" }, { n: now, "n__1 week ago": before });
  expect(props.parts.map(({ text }) => text)).toEqual(texts);
});

test("shows good and bad colors only if configured, and hides disabled parts", () => {
  const row = { n: 8, "n__1 week ago": 10 };
  const form = { time_compare: "1 week ago", comparison_color_enabled: true };
  const tones = (more: object) => draw({ ...form, ...more }, row).props.parts.map(({ tone }) => tone);
  expect(tones({})).toEqual([undefined, "bad", "bad"]);
  expect(tones({ comparison_color_scheme: "Red" })).toEqual([undefined, "good", "good"]);
  expect(tones({ comparison_color_enabled: false })).toEqual([undefined, undefined, undefined]);
  const config = { "#": { visible: false }, "△": { displayTypeIcon: false, customColumnName: "Gain" } };
  expect(draw({ ...form, column_config: config }, row).props.parts).toMatchObject([
    { key: "△", name: "Gain", symbol: undefined },
    { key: "%" },
  ]);
});

test("is summarized in one sentence", () => {
  const { summary, props } = draw({ time_compare: "1 week ago" }, { n: 8, "n__1 week ago": 10 });
  expect(summary).toBe("n: 8, compared with 1 week ago: Previous 10, Difference -2, Change -20.0%.");
  expect(draw({}, { n: null }).props).toMatchObject({ text: "N/A", isMissing: true, parts: [], base: undefined });
  expect(props.base).toBe("compared with 1 week ago");
});
