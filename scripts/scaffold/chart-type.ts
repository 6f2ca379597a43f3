import type { Name, Scaffold } from "./scaffold.ts";

export function chartType(name: Name): Scaffold {
  const folder = `src/chart-types/${name.kebab}`;
  return {
    files: {
      [`${folder}/card.ts`]: card(name),
      [`${folder}/schema.ts`]: schema(name),
      [`${folder}/definition.ts`]: definition(name),
      [`${folder}/transform.ts`]: transform(name),
      [`${folder}/Renderer.tsx`]: renderer(name),
      [`${folder}/gallery.ts`]: GALLERY,
      [`${folder}/${name.kebab}.test.ts`]: test(name),
    },
    lines: [
      {
        file: "src/chart-types/index.ts",
        line: `import { card as ${name.camel}Card } from "./${name.kebab}/card.ts";`,
        before: /^import type|^$/,
      },
      {
        file: "src/chart-types/index.ts",
        line: `  { card: ${name.camel}Card, load: () => import("./${name.kebab}/definition.ts") },`,
        before: /^\];/,
      },
      {
        file: "src/chart-types/renderers.ts",
        line: `  ${name.snake}: renderer(() => import("./${name.kebab}/Renderer.tsx")),`,
        before: /^\};/,
      },
    ],
  };
}

const card = (name: Name) => `import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "${name.kebab}",
  key: "${name.snake}",
  name: msg("${name.title}"),
  description: msg("What this chart shows best, in one sentence"),
  category: "Other",
  tags: [],
  icon: "chart-column",
  behaviors: [],
  skeleton: "number",
};
`;

const schema = (name: Name) => `import type { z } from "zod";
import { FormData, metricControl } from "../../model/form-data.ts";

export const ${name.pascal}Form = FormData.extend({ metric: metricControl });
export type ${name.pascal}Form = z.infer<typeof ${name.pascal}Form>;
`;

const definition = (name: Name) => `import { defineChartType } from "../../chart-seam/define.ts";
import { msg } from "../../i18n/translate.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { ${name.pascal}Form } from "./schema.ts";
import { transform } from "./transform.ts";

export const definition = defineChartType({
  card,
  schema: ${name.pascal}Form,
  sections: [
    {
      label: msg("Query"),
      expanded: true,
      rows: [
        [{ name: "metric", label: msg("Metric"), widget: "metrics", multi: false, required: true }],
        [{ name: "adhoc_filters", label: msg("Filters"), widget: "filters" }],
      ],
    },
  ],
  buildQuery: (form) =>
    queryContext(form, [{ ...baseQuery(form), columns: [], metrics: form.metric ? [form.metric] : [] }]),
  transform,
});
`;

const transform = (name: Name) => `import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { metricLabel } from "../../model/adhoc.ts";
import type { ${name.pascal}Form } from "./schema.ts";

export interface ${name.pascal}Props {
  value: number | null;
}

export function transform({ formData, results }: TransformInput<${name.pascal}Form>): Drawing<${name.pascal}Props> {
  const label = formData.metric ? metricLabel(formData.metric) : "";
  const rows = results[0]?.data;
  const value = Array.isArray(rows) ? rows[0]?.[label] : undefined;
  const number = typeof value === "number" ? value : null;
  return { props: { value: number }, summary: number === null ? t("{label}: no value", { label }) : \`\${label}: \${number}\`, isEmpty: number === null };
}
`;

const GALLERY = `import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  { name: "All cars", dataset: "cars", formData: { metric: "count" } },
];
`;

const renderer = (name: Name) => `import type { RendererProps } from "../../chart-seam/chart-type.ts";
import type { ${name.pascal}Props } from "./transform.ts";

export function Renderer({ props, width, height }: RendererProps<${name.pascal}Props>) {
  return <p style={{ width, height }}>{props.value}</p>;
}
`;

const test = (name: Name) => `import { expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import { definition } from "./definition.ts";

const formData = { viz_type: "${name.snake}", datasource: "1__table", metric: "count" };

test("it asks for its metric", () => {
  expect(definition.buildQuery(formData).queries[0]?.metrics).toEqual(["count"]);
});

test("it wants a metric", () => {
  expect(definition.validate({ ...formData, metric: null })).toEqual({ metric: "Metric cannot be empty" });
});

test("it draws the value, and says when there is none", () => {
  const draw = (data: { count: number }[]) =>
    definition.transform({
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
