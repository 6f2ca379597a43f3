import type { Name, Scaffold } from "./scaffold.ts";

export function chartType(name: Name): Scaffold {
  const folder = `src/chart-types/${name.kebab}`;
  return {
    files: {
      [`${folder}/card.ts`]: card(name),
      [`${folder}/${name.kebab}.ts`]: definition(name),
      [`${folder}/gallery.ts`]: GALLERY,
      [`${folder}/${name.pascal}Chart.tsx`]: component(name),
      [`${folder}/${name.kebab}.test.ts`]: test(name),
    },
    lines: [
      {
        file: "src/chart-types/index.ts",
        line: `import { ${name.camel}Card } from "./${name.kebab}/card.ts";`,
        before: /^import type|^$/,
      },
      {
        file: "src/chart-types/index.ts",
        line: `  { card: ${name.camel}Card, load: async () => (await import("./${name.kebab}/${name.kebab}.ts")).${name.camel} },`,
        before: /^\];/,
      },
      {
        file: "src/chart-types/renderers.ts",
        line: `  ${name.snake}: renderer(async () => (await import("./${name.kebab}/${name.pascal}Chart.tsx")).${name.pascal}Chart),`,
        before: /^\};/,
      },
    ],
  };
}

const card = (name: Name) => `import type { ChartCard } from "../chart-type.ts";

export const ${name.camel}Card: ChartCard = {
  folder: "${name.kebab}",
  key: "${name.snake}",
  name: "${name.title}",
  description: "What this chart shows best, in one sentence",
  category: "Other",
  tags: [],
  icon: "chart-column",
  behaviors: [],
  skeleton: "number",
};
`;

const definition = (name: Name) => `import { baseQuery, queryContext } from "../../query/query-context.ts";
import { FormData, metricControl } from "../../model/form-data.ts";
import { metricLabel } from "../../model/adhoc.ts";
import type { TransformInput } from "../chart-type.ts";
import { defineChartType } from "../define.ts";
import { ${name.camel}Card } from "./card.ts";

const ${name.pascal}Form = FormData.extend({ metric: metricControl });
type ${name.pascal}Form = typeof ${name.pascal}Form._output;

export interface ${name.pascal}Props {
  value: number | null;
}

export const ${name.camel} = defineChartType<${name.pascal}Form, ${name.pascal}Props>({
  card: ${name.camel}Card,
  schema: ${name.pascal}Form,
  sections: [
    {
      label: "Query",
      expanded: true,
      rows: [
        [{ name: "metric", label: "Metric", widget: "metrics", multi: false, required: true }],
        [{ name: "adhoc_filters", label: "Filters", widget: "filters" }],
      ],
    },
  ],
  buildQuery: (formData) =>
    queryContext(formData, [{ ...baseQuery(formData), columns: [], metrics: formData.metric ? [formData.metric] : [] }]),
  transform: ({ formData, results }: TransformInput<${name.pascal}Form>) => {
    const label = formData.metric ? metricLabel(formData.metric) : "";
    const rows = results[0]?.data;
    const value = Array.isArray(rows) ? rows[0]?.[label] : undefined;
    const number = typeof value === "number" ? value : null;
    return { props: { value: number }, summary: \`\${label}: \${number ?? "no value"}\`, isEmpty: number === null };
  },
});
`;

const GALLERY = `import type { GalleryCase } from "../chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  { name: "All cars", dataset: "cars", formData: { metric: "count" } },
];
`;

const component = (name: Name) => `import type { RendererProps } from "../chart-type.ts";
import type { ${name.pascal}Props } from "./${name.kebab}.ts";

export function ${name.pascal}Chart({ props, width, height }: RendererProps<${name.pascal}Props>) {
  return <p style={{ width, height }}>{props.value}</p>;
}
`;

const test = (name: Name) => `import { expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/theme.ts";
import { ${name.camel} } from "./${name.kebab}.ts";

const formData = { viz_type: "${name.snake}", datasource: "1__table", metric: "count" };

test("it asks for its metric", () => {
  expect(${name.camel}.buildQuery(formData).queries[0]?.metrics).toEqual(["count"]);
});

test("it wants a metric", () => {
  expect(${name.camel}.validate({ ...formData, metric: null })).toEqual({ metric: "cannot be empty" });
});

test("it draws the value, and says when there is none", () => {
  const draw = (data: { count: number }[]) =>
    ${name.camel}.transform({
      formData,
      results: [{ data, colnames: ["count"], coltypes: [0] }],
      theme: chartTheme("light"),
      colorOf: () => "#000000",
      rampOf: () => [],
      width: 300,
      height: 200,
    });
  expect(draw([{ count: 406 }])).toMatchObject({ props: { value: 406 }, summary: "count: 406" });
  expect(draw([]).isEmpty).toBe(true);
});
`;
