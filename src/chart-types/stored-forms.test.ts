import { describe, expect, test } from "vitest";
import type { ChartType } from "../chart-seam/chart-type.ts";
import { controlsOf } from "../chart-seam/define.ts";
import { FormData } from "../model/form-data.ts";
import { QueryContext } from "../model/query-context.ts";
import { drawChart } from "../testing/chart.ts";
import { loadAllChartTypes } from "../testing/chart-types.ts";
import { FULL_SIZE, isSampled, REPEATED_BY } from "../testing/full-size.ts";
import { loadGallery } from "./galleries.ts";
import { CHART_CARDS, loadedChartType, loadedTypedForm } from "./index.ts";

await loadAllChartTypes();

const types = CHART_CARDS.map(({ key }) => loadedChartType(key)).filter((type) => type !== undefined);

const ODD: readonly unknown[] = [null, "", [], {}, "odd", ["odd"], [null], 7, true, { odd: 1 }];

async function formsOf(type: ChartType): Promise<FormData[]> {
  const cases = await loadGallery(type.key);
  return [{}, ...cases.map(({ formData }) => formData)].map((form) =>
    FormData.parse({ ...type.defaults(), ...form, viz_type: type.key, datasource: "1__table" }),
  );
}

const queriesOf = (type: ChartType, form: FormData) => QueryContext.parse(type.buildQuery(form)).queries;

const KEPT = new Set(["viz_type", "row_limit", "row_limit_b"]);

describe.each(types.map((type) => [type.key, type] as const))("%s", (_, type) => {
  test("builds queries without any stored settings", () => {
    expect(queriesOf(type, FormData.parse({ viz_type: type.key, datasource: "1__table" })).length).toBeGreaterThan(-1);
  });

  test("uses the default of a setting that isn't stored", async () => {
    const standard: Record<string, unknown> = Object.fromEntries(
      controlsOf(type.sections).map((control) => [control.name, control.default]),
    );
    for (const { formData } of (await loadGallery(type.key)).filter((_case, at) => at === 0 || isSampled(at, 3))) {
      const whole = FormData.parse({ ...standard, ...formData, viz_type: type.key, datasource: "1__table" });
      const stored = Object.entries(whole).filter(
        ([name, value]) => KEPT.has(name) || JSON.stringify(value) !== JSON.stringify(standard[name]),
      );
      const short = FormData.parse(Object.fromEntries(stored));
      expect(queriesOf(type, short)).toEqual(queriesOf(type, whole));
      expect(type.validate(short)).toEqual(type.validate(whole));
    }
  });

  test("loses only the one setting that can't be read", async () => {
    // One `expect` per case would take a third of the test time.
    const wrong: string[] = [];
    const read = (name: string, stored: FormData) => {
      const what = `${name}: ${JSON.stringify(stored[name])}`;
      try {
        queriesOf(type, stored);
        // Pages read stored forms directly.
        loadedTypedForm(stored);
        const lost = type.readable(stored).lost.filter((key) => key !== name);
        if (lost.length > 0) wrong.push(`${what} loses ${lost}`);
      } catch (error) {
        wrong.push(`${what} fails: ${error}`);
      }
    };
    for (const [at, form] of (await formsOf(type)).entries()) {
      if (at > 0 && !isSampled(at, 5)) continue;
      const names = new Set([...Object.keys(form), ...controlsOf(type.sections).map(({ name }) => name)]);
      names.delete("viz_type");
      names.delete("datasource");
      for (const [i, name] of [...names].entries()) {
        const { [name]: __, ...without } = form;
        expect(() => queriesOf(type, without as FormData), `no ${name}`).not.toThrow();
        // A third of the odd values with the defaults, and one per setting of a fifth of the gallery's charts.
        const some =
          at === 0 || FULL_SIZE ? ODD.filter((_odd, k) => isSampled(i + k, 3)) : [ODD[(i + at) % ODD.length]];
        for (const value of some) read(name, { ...form, [name]: value } as FormData);
      }
    }
    expect(wrong, REPEATED_BY).toEqual([]);
  });

  test("treats null, empty text and an empty list as no column or metric", async () => {
    for (const [at, form] of (await formsOf(type)).entries()) {
      if (at > 0 && !isSampled(at, 3)) continue;
      for (const { name, widget, multi } of controlsOf(type.sections) as {
        name: string;
        widget: string;
        multi?: boolean;
      }[]) {
        if (!["column", "columns", "metric", "metrics"].includes(widget) || multi) continue;
        const queriesWithout = [undefined, null, "", []].map((none) =>
          queriesOf(type, { ...form, [name]: none } as FormData),
        );
        for (const queries of queriesWithout) expect(queries, name).toEqual(queriesWithout[0]);
        expect(type.readable({ ...form, [name]: [] } as FormData).lost).toEqual([]);
      }
    }
  });
});

test("a chart says which settings it ignores", () => {
  const type = loadedChartType("pie");
  if (!type) throw new Error("no pie");
  const form = { viz_type: "pie", groupby: ["a"], metric: "n", color_scheme: 7 };
  const { drawing } = drawChart(type, form, [{ a: "x", n: 1 }]);
  expect(drawing.warning).toBe("Settings that can't be read are ignored: Color scheme.");
  expect(drawChart(type, { ...form, color_scheme: null }, [{ a: "x", n: 1 }]).drawing.warning).toBeUndefined();
});
