import { z } from "zod";
import type { Control } from "../../../chart-seam/control.ts";
import { CHART_CARDS, loadChartType } from "../../../chart-types/index.ts";
import type { Message } from "../../../i18n/message.ts";
import { t } from "../../../i18n/translate.ts";
import { ToolError } from "./agent.ts";
import { filled } from "./objects.ts";
import { tool } from "./tool.ts";

const input = z.strictObject({ viz_type: z.string().max(100).optional().describe("Default = list them.") });

const MAX_CHOICES = 30;

/** How the values of controls look in `settings`. Others are plain texts, numbers and booleans. */
const VALUES: Readonly<Partial<Record<Control["widget"], string>>> = {
  metrics: 'a metric\'s name, or {"expressionType":"SIMPLE","aggregate":"SUM","column":{"column_name":"x"}}',
  columns: "a column's name",
  filters: '[{"expressionType":"SIMPLE","clause":"WHERE","subject":"column","operator":"==","comparator":1}]',
};

function settingOf(control: Control) {
  const choices = "choices" in control && Array.isArray(control.choices) ? control.choices : [];
  const isMany = "multi" in control && control.multi;
  const value = VALUES[control.widget];
  return filled({
    name: control.name,
    label: typeof control.label === "function" ? undefined : t(control.label),
    type: control.widget,
    value: value && isMany ? `list of: ${value}` : value,
    required: control.required || undefined,
    default: control.default,
    choices: choices.slice(0, MAX_CHOICES).map(([key]: readonly unknown[]) => key),
  });
}

async function settingsOf(vizType: string) {
  const type = await loadChartType(vizType);
  if (!type) throw new ToolError(`There is no chart type ${vizType}. List them first.`, 404);
  const controls = type.sections.flatMap((section) => section.rows.flat());
  const named = new Map(controls.map((control) => [control.name, settingOf(control)]));
  return { viz_type: type.key, name: t(type.name), description: t(type.description), settings: [...named.values()] };
}

const list = () => ({
  chart_types: CHART_CARDS.map(({ key, name, description, category }) => ({
    viz_type: key,
    name: t(name),
    category,
    description: t(description as Message),
  })),
});

export const chartTypes = tool({
  name: "chart_types",
  title: "Chart types",
  description: "Lists chart types, or the settings of one, for preview_chart.",
  scope: "read",
  input,
  run: async (_agent, { viz_type }) => ({ data: viz_type === undefined ? list() : await settingsOf(viz_type) }),
});
