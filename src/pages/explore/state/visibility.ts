import type { ChartType } from "../../../chart-seam/chart-type.ts";
import type { Control, ControlState, Section } from "../../../chart-seam/control.ts";
import { controlsOf, isEmptyValue, visibleControls } from "../../../chart-seam/define.ts";
import { t } from "../../../i18n/translate.ts";
import type { Dataset } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { controlHelp, controlLabel } from "../../../web/control-words/control-words.ts";
import { isSameValue } from "./form-values.ts";

export type Stash = Readonly<Record<string, unknown>>;

export interface StashedForm {
  formData: FormData;
  stash: Stash;
}

/** Controls affect each other's visibility; this stops cycles. */
const MAX_ROUNDS = 6;

/**
 * Moves values of hidden controls to the stash and restores those of visible ones. Hidden values must not reach the
 * query, but must not be lost.
 */
export function stashHidden(type: ChartType, form: StashedForm, dataset?: Dataset): StashedForm {
  let current: StashedForm = { formData: withTimes(type, form.formData, dataset), stash: form.stash };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = stashHiddenOnce(type, current, dataset);
    if (!next) break;
    current = next;
  }
  return current;
}

/**
 * Adds the dataset's current time columns to `temporal_columns_lookup`, which API-created charts lack and which is
 * outdated after a swap.
 */
function withTimes(type: ChartType, formData: FormData, dataset: Dataset | undefined): FormData {
  const now = dataset && (type.defaults(dataset) as Partial<FormData>).temporal_columns_lookup;
  if (!now || typeof now !== "object") return formData;
  const current = (formData.temporal_columns_lookup ?? {}) as Readonly<Record<string, unknown>>;
  const isKnown = Object.keys(now).every((name) => current[name] === true);
  return isKnown ? formData : { ...formData, temporal_columns_lookup: { ...current, ...now } };
}

function stashHiddenOnce(
  type: ChartType,
  { formData, stash }: StashedForm,
  dataset?: Dataset,
): StashedForm | undefined {
  const shown = new Set(visibleControls(type.sections, { formData, dataset }).map((control) => control.name));
  const nextForm: FormData = { ...formData };
  const nextStash: Record<string, unknown> = { ...stash };
  let changed = false;
  for (const control of controlsOf(type.sections)) {
    const { name } = control;
    if (shown.has(name) && name in nextStash) {
      if (nextForm[name] === undefined) nextForm[name] = nextStash[name];
      delete nextStash[name];
      changed = true;
    } else if (!shown.has(name) && !control.keepWhenHidden && nextForm[name] !== undefined) {
      nextStash[name] = nextForm[name];
      delete nextForm[name];
      changed = true;
    } else if (shown.has(name) && isObsolete(control, { formData: nextForm, dataset })) {
      nextForm[name] = null;
      changed = true;
    }
  }
  return changed ? { formData: nextForm, stash: nextStash } : undefined;
}

function isObsolete(control: Control, state: ControlState): boolean {
  if (control.widget !== "select" || !control.isDependent || typeof control.choices !== "function") return false;
  const value = state.formData[control.name];
  return !isEmptyValue(value) && !control.choices(state).some(([choice]) => choice === value);
}

export function withControlDefaults(type: ChartType, formData: FormData): FormData {
  const next: FormData = { ...formData };
  for (const control of controlsOf(type.sections)) {
    if (control.default !== undefined && next[control.name] === undefined) next[control.name] = control.default;
  }
  return next;
}

export type Tab = NonNullable<Section["tab"]>;

export interface PanelSection {
  section: Section;
  tab: Tab;
  rows: Control[][];
  setCount: number;
  problemCount: number;
}

export function panelSections(
  type: ChartType,
  state: ControlState,
  problems: Readonly<Record<string, string>>,
): PanelSection[] {
  return type.sections
    .filter((section) => section.visible?.(state) ?? true)
    .map((section) => {
      const rows = section.rows
        .map((row) => row.filter((control) => control.visible?.(state) ?? true))
        .filter((row) => row.length > 0);
      const controls = rows.flat();
      return {
        section,
        tab: tabOf(section),
        rows,
        setCount: controls.filter((control) => isSet(control, state)).length,
        problemCount: controls.filter((control) => problems[control.name] !== undefined).length,
      };
    })
    .filter((panel) => panel.rows.length > 0);
}

export function tabOf(section: Section): Tab {
  if (section.tab) return section.tab;
  return section.rows.flat().every((control) => control.render) ? "customize" : "data";
}

export function isSet(control: Control, state: ControlState): boolean {
  const value = state.formData[control.name];
  return !isEmptyValue(value) && !isSameValue(value, control.default);
}

export function searchControls(panels: readonly PanelSection[], text: string, state: ControlState): PanelSection[] {
  const needle = text.trim().toLowerCase();
  if (!needle) return [...panels];
  const matches = (control: Control) => {
    const description = controlHelp(control) ?? "";
    return [controlLabel(control, state), control.name, description].some((one) => one.toLowerCase().includes(needle));
  };
  return panels
    .map((panel) => ({
      ...panel,
      rows: t(panel.section.label).toLowerCase().includes(needle)
        ? panel.rows
        : panel.rows.map((row) => row.filter(matches)).filter((row) => row.length > 0),
    }))
    .filter((panel) => panel.rows.length > 0);
}
