import type { z } from "zod";
import { list } from "../i18n/intl.ts";
import { t } from "../i18n/translate.ts";
import { columnLabel, metricLabel, type QueryColumn } from "../model/adhoc.ts";
import type { Dataset } from "../model/dataset.ts";
import { type FormData, readForm, withoutUnreadable } from "../model/form-data.ts";
import { fixedOrMetricProblem, type SpatialDraft, spatialProblem } from "../model/map-values.ts";
import type { QueryContext } from "../model/query-context.ts";
import type { ChartType, ChartTypeDefinition, Drawing } from "./chart-type.ts";
import type { Control, ControlState, Problem, Section } from "./control.ts";
import { CANNOT_BE_EMPTY } from "./problems.ts";

export function controlsOf(sections: readonly Section[]): Control[] {
  return sections.flatMap((section) => section.rows.flat());
}

export function visibleControls(sections: readonly Section[], state: ControlState): Control[] {
  return sections
    .filter((section) => section.visible?.(state) ?? true)
    .flatMap((section) => section.rows.flat())
    .filter((control) => control.visible?.(state) ?? true);
}

export function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

export function defineChartType<F extends FormData, P>(definition: ChartTypeDefinition<F, P>): ChartType {
  const { card, schema, defaults, validate, buildQuery, parts, ranges, transform, ...rest } = definition;
  const drawn = new WeakMap<FormData, { form: F; lost: string[] }>();
  /** A chart is drawn many times with the same settings, such as for each move of a range in another chart. */
  const drawnForm = (formData: FormData) => {
    const known = drawn.get(formData);
    if (known) return known;
    const read = { form: readForm(formData, schema), lost: readableForm(formData, schema, rest.sections).lost };
    drawn.set(formData, read);
    return read;
  };
  return {
    ...card,
    ...rest,
    defaults: (dataset?: Dataset) => ({
      ...Object.fromEntries(
        controlsOf(rest.sections)
          .filter((c) => c.default !== undefined)
          .map((c) => [c.name, c.default]),
      ),
      ...defaults?.(dataset),
      viz_type: card.key,
    }),
    read: (formData) => schema.safeParse(formData).data,
    readable: (formData) => readableForm(formData, schema, rest.sections),
    validate: (formData) => {
      const readable = withoutUnreadable(formData, schema).form as FormData;
      const problems = controlProblems(rest.sections, { formData: readable });
      if (!validate) return problems;
      const parsed = schema.safeParse(readable);
      return parsed.success ? { ...problems, ...validate(parsed.data) } : problems;
    },
    buildQuery: (formData, options = {}) => withoutDuplicates(buildQuery(readForm(formData, schema), options)),
    ...(parts ? { parts: (formData) => parts(readForm(formData, schema)) } : {}),
    ...(ranges ? { ranges: (formData, dataset) => ranges(readForm(formData, schema), dataset) } : {}),
    transform: (input) => {
      const { form, lost } = drawnForm(input.formData);
      const drawing = transform({ ...input, formData: form });
      return lost.length === 0 ? drawing : withWarning(drawing, ignoredText(lost, rest.sections));
    },
  };
}

/** The x-axis is kept next to a dimension with the same label, as Superset's client does. */
function withoutDuplicates(context: QueryContext): QueryContext {
  const queries = context.queries.map((query) => ({
    ...query,
    ...(query.columns
      ? { columns: distinct(query.columns, (column) => `${isAxis(column)} ${columnLabel(column)}`) }
      : {}),
    ...(query.metrics ? { metrics: distinct(query.metrics, metricLabel) } : {}),
  }));
  return { ...context, queries };
}

const isAxis = (column: QueryColumn) => typeof column !== "string" && column.columnType === "BASE_AXIS";

function distinct<T>(items: readonly T[], labelOf: (item: T) => string): T[] {
  const labels = new Set<string>();
  return items.filter((item) => {
    const label = labelOf(item);
    return !labels.has(label) && labels.add(label);
  });
}

/** Only errors that prevent drawing a saved chart. Settings that can't be parsed don't: they are dropped. */
export const drawingProblems = (type: ChartType, formData: FormData): Record<string, string> =>
  type.validate(type.readable(formData).form as FormData);

function readableForm(formData: Readonly<Record<string, unknown>>, schema: z.ZodType, sections: readonly Section[]) {
  const { form, lost } = withoutUnreadable(formData, schema);
  const nonNumeric = controlsOf(sections)
    .filter((control) => isNumeric(control) && !control.required && isNotANumber(form[control.name]))
    .map(({ name }) => name);
  if (nonNumeric.length === 0) return { form, lost };
  const numeric = Object.fromEntries(Object.entries(form).filter(([name]) => !nonNumeric.includes(name)));
  return { form: numeric, lost: [...new Set([...lost, ...nonNumeric])] };
}

const isNumeric = (control: Control) =>
  control.widget === "number" ||
  control.widget === "slider" ||
  (control.widget === "select" && control.numeric === true);

const isNotANumber = (value: unknown) =>
  (typeof value === "number" || (typeof value === "string" && value !== "")) && Number.isNaN(Number(value));

const withWarning = (drawing: Drawing, text: string): Drawing => ({
  ...drawing,
  warning: drawing.warning ? `${drawing.warning} ${text}` : text,
});

function ignoredText(names: readonly string[], sections: readonly Section[]): string {
  const labels = new Map(controlsOf(sections).map(({ name, label }) => [name, label]));
  const named = names.map((name) => {
    const label = labels.get(name);
    return typeof label === "string" ? t(label) : name;
  });
  return t("Settings that can't be read are ignored: {settings}.", { settings: list(named, "commas") });
}

export const labelOf = ({ label }: Control, state: ControlState): string =>
  typeof label === "function" ? label(state) : t(label);

export const problemText = (problem: Problem | undefined, label: string): string | undefined =>
  typeof problem === "function" ? problem(label) : problem;

export function controlProblems(sections: readonly Section[], state: ControlState): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const control of visibleControls(sections, state)) {
    const stored = state.formData[control.name];
    const value = stored === undefined ? control.default : stored;
    const problem =
      control.required && isEmptyValue(value)
        ? CANNOT_BE_EMPTY
        : (widgetProblem(control, value) ?? control.validate?.(value, state));
    const text = problemText(problem, labelOf(control, state));
    if (text) problems[control.name] = text;
  }
  return problems;
}

function widgetProblem(control: Control, value: unknown): Problem | undefined {
  if (control.widget === "spatial") return spatialProblem(value as SpatialDraft | null | undefined);
  return control.widget === "fixed-or-metric" ? fixedOrMetricProblem(value) : undefined;
}
