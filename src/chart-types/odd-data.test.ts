import { describe, expect, test } from "vitest";
import { LabelColors } from "../chart-kit/colors/label-colors.ts";
import { rampOf } from "../chart-kit/colors/ramps.ts";
import { chartTheme } from "../chart-kit/colors/theme.ts";
import type { EChartSpec, Hit, TooltipContent } from "../chart-kit/echart/echart-spec.ts";
import type { MapSpec } from "../chart-kit/map/map-spec.ts";
import type { ChartType, Drawing } from "../chart-seam/chart-type.ts";
import { columnLabel, metricLabel } from "../model/adhoc.ts";
import { FormData } from "../model/form-data.ts";
import { type DataRow, type DataValue, GENERIC_TYPE, type QueryObject } from "../model/query-context.ts";
import { loadAllChartTypes } from "../testing/chart-types.ts";
import { loadGallery } from "./galleries.ts";
import { CHART_CARDS, loadedChartType } from "./index.ts";

await loadAllChartTypes();

interface OddCase {
  names: readonly DataValue[];
  numbers: readonly DataValue[];
}

const many = <T>(count: number, of: (i: number) => T) => Array.from({ length: count }, (_, i) => of(i));
const NAMES = ["שלום", "👩‍👩‍👧‍👦", "", "<NULL>", "x".repeat(2000), "a\nb", "__proto__", "<b>"];

const ANSWERS: readonly (readonly [string, OddCase])[] = [
  ["of no rows", { names: [], numbers: [] }],
  ["of one row", { names: ["one"], numbers: [7] }],
  ["without values", { names: ["a", null, "c"], numbers: [null, null, null] }],
  ["of texts that aren't numbers", { names: ["a", "b", "c", "d"], numbers: ["NaN", "", "five", "Infinity"] }],
  ["of names in any script", { names: NAMES, numbers: NAMES.map((_, i) => i + 1) }],
  ["of nulls only", { names: ["a", "b"], numbers: [0, 0] }],
  ["of negative numbers", { names: ["a", "b", "c"], numbers: [-5, -0.25, -1000] }],
  ["of huge and tiny numbers", { names: ["a", "b", "c", "d"], numbers: [1e15, -1e15, 1e-12, 1.5e300] }],
  ["of two hundred names", { names: many(200, (i) => `name ${i}`), numbers: many(200, (i) => (i * 37) % 101) }],
];

const TIMES = /date|time|day|month|year|start|end|^from$|^to$/i;
const DAY = 86_400_000;

function answerTo(query: QueryObject, { names, numbers }: OddCase) {
  const columns = (query.columns ?? []).map((column) => ({
    label: columnLabel(column),
    isTime: TIMES.test(columnLabel(column)) || (typeof column !== "string" && column.columnType === "BASE_AXIS"),
  }));
  const metrics = (query.metrics ?? []).map(metricLabel);
  const data = names.map(
    (name, i): DataRow => ({
      ...Object.fromEntries(columns.map(({ label, isTime }) => [label, isTime ? (i - 2) * 30 * DAY : name])),
      ...Object.fromEntries(metrics.map((label) => [label, numbers[i] ?? null])),
    }),
  );
  return {
    data,
    colnames: [...columns.map(({ label }) => label), ...metrics],
    coltypes: [
      ...columns.map(({ isTime }) => (isTime ? GENERIC_TYPE.TEMPORAL : GENERIC_TYPE.STRING)),
      ...metrics.map(() => GENERIC_TYPE.NUMERIC),
    ],
  };
}

const theme = chartTheme("light");

function drawn(type: ChartType, form: FormData, oddCase: OddCase): Drawing {
  return type.transform({
    ...{ formData: form, theme, width: 500, height: 320 },
    results: type.buildQuery(form).queries.map((query) => answerTo(query, oddCase)),
    colorOf: new LabelColors().chart(1),
    rampOf: (key) => rampOf(key, theme),
  });
}

const wordsOf = (content: TooltipContent | null | undefined): string[] =>
  content
    ? [
        content.title ?? "",
        content.note ?? "",
        ...content.rows.flatMap(({ label, value, share = "" }) => [label, value, share]),
      ]
    : [];

function textsOf({ summary, warning = "", props }: Drawing): string[] {
  const { walk = [], mark, tooltip } = props as Partial<EChartSpec>;
  const { layers = [] } = props as Partial<MapSpec>;
  const hits = walk.flatMap(({ seriesIndex, length, dataType }) =>
    many(Math.min(length, 10), (dataIndex): Hit => ({ seriesIndex, dataIndex, ...(dataType ? { dataType } : {}) })),
  );
  const marks = layers.flatMap(({ count, mark: markAt }) => many(Math.min(count, 10), (i) => markAt?.(i)));
  return [
    ...[summary, warning],
    ...hits.flatMap((hit) => [mark?.(hit)?.text ?? "", ...wordsOf(tooltip?.([hit]))]),
    ...marks.flatMap((one) => [one?.text ?? "", ...wordsOf(one?.tooltip)]),
  ];
}

const ODD_WORDS = /\bundefined\b|\[object |\bNaN\b|\bInfinity\b/;

const types = CHART_CARDS.map(({ key }) => loadedChartType(key)).filter((type) => type !== undefined);

describe.each(types.map((type) => [type.key, type] as const))("%s", (_, type) => {
  test.each(ANSWERS)("draws a result %s, with plausible texts", async (name, oddCase) => {
    const [first, ...others] = await loadGallery(type.key);
    for (const { formData, name: title } of [first, others.at(-1)].filter((one) => one !== undefined)) {
      const form = FormData.parse({ ...type.defaults(), ...formData, viz_type: type.key, datasource: "1__table" });
      const drawing = drawn(type, form, oddCase);
      expect(drawing.summary, title).toMatch(/\S/);
      expect(
        textsOf(drawing).filter((text) => ODD_WORDS.test(text) && !name.includes("texts")),
        title,
      ).toEqual([]);
    }
  });
});
