import { describe, expect, test } from "vitest";
import { z } from "zod";
import { FormData } from "../model/form-data.ts";
import type { ChartCard, Drawing, TransformInput } from "./chart-type.ts";
import { type Control, type Section, verbatim } from "./control.ts";
import { controlProblems, defineChartType, drawingProblems, isEmptyValue, visibleControls } from "./define.ts";

const card: ChartCard = {
  ...{
    folder: "plain",
    key: "plain",
    name: verbatim("Plain"),
    description: verbatim(""),
    category: "Other",
    tags: [],
    icon: "X",
  },
  ...{ behaviors: [], skeleton: "bars" },
};

const control = (name: string, more: Record<string, unknown> = {}): Control =>
  ({ name, label: name, widget: "text", ...more }) as Control;

const sections: Section[] = [
  {
    label: verbatim("Query"),
    rows: [
      [control("metric", { required: true }), control("size", { widget: "number", label: "Size of it", default: 5 })],
    ],
  },
  {
    label: verbatim("More"),
    visible: ({ formData }) => formData.more === true,
    rows: [
      [control("hidden", { required: true })],
      [control("list", { widget: "select", choices: [], numeric: true })],
    ],
  },
];

const schema = FormData.extend({
  metric: z.string().nullish(),
  size: z.coerce.number().catch(5),
  mode: z.enum(["a", "b"]).optional(),
});

function typeWith(more: Record<string, unknown> = {}) {
  return defineChartType({
    ...{ card, schema, sections },
    buildQuery: () => ({
      datasource: { id: 1, type: "table" },
      queries: [
        {
          columns: ["a", { columnType: "BASE_AXIS", sqlExpression: "a", label: "a", expressionType: "SQL" }, "b", "a"],
          metrics: ["n", { expressionType: "SQL", sqlExpression: "SUM(x)", label: "n" }, "m"],
        },
      ],
    }),
    transform: ({ formData }: TransformInput<z.infer<typeof schema>>): Drawing => ({
      props: formData,
      summary: "",
      warning: "Already",
    }),
    ...more,
  } as never);
}

const form = (more: Record<string, unknown> = {}) =>
  ({ viz_type: "plain", datasource: "1__table", metric: "n", ...more }) as unknown as FormData;

describe("a chart type", () => {
  test("starts with its controls' defaults, its own defaults and its key", () => {
    expect(typeWith().defaults()).toEqual({ size: 5, viz_type: "plain" });
    expect(typeWith({ defaults: () => ({ size: 7, viz_type: "other" }) }).defaults()).toEqual({
      size: 7,
      viz_type: "plain",
    });
  });

  test("queries each column and metric once, and the axis in addition to a dimension with the same name", () => {
    const [query] = typeWith().buildQuery(form()).queries;
    expect(query?.columns?.map((column) => (typeof column === "string" ? column : "axis"))).toEqual(["a", "axis", "b"]);
    expect(query?.metrics).toEqual(["n", "m"]);
  });

  test("ignores invalid settings and adds them to its own warning", () => {
    const draw = (more: object) =>
      typeWith().transform({ formData: form({ ...more }), results: [] } as unknown as TransformInput);
    expect(draw({}).warning).toBe("Already");
    expect(draw({ size: "large", mode: "c" })).toMatchObject({
      warning: "Already Settings that can't be read are ignored: mode, Size of it.",
      props: { size: 5 },
    });
  });

  test("rejects text where a number is expected, also in lists of numbers", () => {
    const { form: readable, lost } = typeWith().readable(form({ size: "NaN", list: "many" }));
    expect(lost).toEqual(["size", "list"]);
    expect(readable).not.toHaveProperty("size");
    expect(typeWith().readable(form({ size: "7", list: "" })).lost).toEqual([]);
  });

  test("applies its own checks after those of its controls", () => {
    const type = typeWith({ validate: ({ size }: { size: number }) => (size > 9 ? { size: "too large" } : {}) });
    expect(type.validate(form({ size: 10 }))).toEqual({ size: "too large" });
    expect(type.validate(form({ size: 10, metric: "" }))).toEqual({
      size: "too large",
      metric: "metric cannot be empty",
    });
    expect(drawingProblems(type, form({ size: "large" }))).toEqual({});
  });
});

describe("controls", () => {
  test("in a hidden section are hidden and not validated", () => {
    expect(visibleControls(sections, { formData: {} }).map(({ name }) => name)).toEqual(["metric", "size"]);
    expect(controlProblems(sections, { formData: { metric: "n" } })).toEqual({});
    expect(controlProblems(sections, { formData: { metric: "n", more: true } })).toEqual({
      hidden: "hidden cannot be empty",
    });
  });

  test("without a stored value are validated by their default", () => {
    const check = control("n", { default: 3, validate: (value: unknown) => (value === 3 ? "three" : undefined) });
    const problems = (formData: object) =>
      controlProblems([{ label: verbatim(""), rows: [[check]] }], { formData: { ...formData } });
    expect([problems({}), problems({ n: null }), problems({ n: 4 })]).toEqual([{ n: "three" }, {}, {}]);
  });

  test("for locations require both columns", () => {
    const problems = (spatial: unknown) =>
      controlProblems([{ label: verbatim(""), rows: [[control("spatial", { widget: "spatial" })]] }], {
        formData: { spatial },
      });
    expect(problems({ type: "latlong", latCol: "lat", lonCol: "lon" })).toEqual({});
    expect(Object.keys(problems({ type: "latlong", latCol: "lat" }))).toEqual(["spatial"]);
  });

  test.each([[null], [undefined], [""], [[]]])("%j is empty", (value) => expect(isEmptyValue(value)).toBe(true));
  test.each([[0], [false], [{}], [" "]])("%j isn't empty", (value) => expect(isEmptyValue(value)).toBe(false));
});
