import type { ChartType } from "../../../chart-seam/chart-type.ts";
import type { Control } from "../../../chart-seam/control.ts";
import { controlsOf } from "../../../chart-seam/define.ts";
import { t } from "../../../i18n/translate.ts";
import { type Dataset, datasourceKey } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { controlLabel, describeValue } from "../../../web/control-words/control-words.ts";
import { plainWords } from "../../../web/control-words/plain-words.ts";
import { isSameValue } from "./form-values.ts";

export interface AlteredControl {
  name: string;
  label: string;
  before: string;
  after: string;
}

const IGNORED_KEYS = new Set([
  "slice_id",
  "url_params",
  "extra_form_data",
  "extra_filters",
  "dashboardId",
  "dashboards",
  "form_data_key",
  "chart_id",
  "datasource",
  "shared_label_colors",
  "map_label_colors",
  "temporal_columns_lookup",
]);

const OWN_LABELS: Readonly<Record<string, () => string>> = {
  viz_type: () => t("Chart type"),
  label_colors: () => t("Colors by label"),
};

const OWN_COLORS = "label_colors";

const colorsText = ({ label_colors }: FormData) => JSON.stringify(Object.entries(label_colors ?? {}).sort());

export interface AlteredInput {
  saved: FormData;
  current: FormData;
  type?: ChartType;
  savedType?: ChartType;
  dataset?: Dataset;
  savedDataset?: Dataset;
}

export function alteredControls(input: AlteredInput): AlteredControl[] {
  const { saved, current, dataset } = input;
  const controls = controlsByName(input);
  const order = [...controls.keys()];
  const names = [...new Set([...order, ...Object.keys(current), ...Object.keys(saved)])].filter(
    (name) => !IGNORED_KEYS.has(name) && !isUnchanged(name, input, controls.get(name)) && !isTypeDefault(name, input),
  );
  const rows = names.map((name) => {
    const control = controls.get(name);
    const own = name === "viz_type" ? typeWords(input) : name === OWN_COLORS ? colorWords(input) : undefined;
    return {
      name,
      label: OWN_LABELS[name]?.() ?? (control ? controlLabel(control, { formData: current, dataset }) : name),
      before: own?.before ?? describeValue(saved[name], control, { formData: saved, dataset }),
      after: own?.after ?? describeValue(current[name], control, { formData: current, dataset }),
    };
  });
  return [...changedDataset(input), ...rows];
}

const typeWords = ({ saved, current, type, savedType }: AlteredInput) => ({
  before: typeName(savedType, saved.viz_type),
  after: typeName(type, current.viz_type),
});

const colorWords = ({ saved, current }: AlteredInput) => ({
  before: plainWords(saved[OWN_COLORS], { keepsNames: true }),
  after: plainWords(current[OWN_COLORS], { keepsNames: true }),
});

function changedDataset({ dataset, savedDataset }: AlteredInput): AlteredControl[] {
  if (!dataset || !savedDataset || datasourceKey(dataset) === datasourceKey(savedDataset)) return [];
  return [{ name: "datasource", label: t("Dataset"), before: savedDataset.table_name, after: dataset.table_name }];
}

function isUnchanged(name: string, { saved, current }: AlteredInput, control: Control | undefined): boolean {
  // Its keys are labels, which may have any text.
  if (name === OWN_COLORS) return colorsText(saved) === colorsText(current);
  if (isSameValue(saved[name], current[name])) return true;
  if (saved.viz_type !== current.viz_type) return false;
  const [before, after] = [saved, current].map((form) => (form[name] === undefined ? control?.default : form[name]));
  return isSameValue(before, after);
}

function isTypeDefault(name: string, { saved, current, type, savedType }: AlteredInput): boolean {
  if (!type || !savedType || type === savedType) return false;
  return isDefault(savedType, name, saved[name]) && isDefault(type, name, current[name]);
}

function isDefault(type: ChartType, name: string, value: unknown): boolean {
  return isSameValue(value, controlsOf(type.sections).find((control) => control.name === name)?.default);
}

function typeName(type: ChartType | undefined, key: string): string {
  return type ? t(type.name) : key;
}

function controlsByName({ type, savedType }: AlteredInput): Map<string, Control> {
  const controls = new Map<string, Control>();
  for (const control of [...controlsOf(type?.sections ?? []), ...controlsOf(savedType?.sections ?? [])]) {
    if (!controls.has(control.name)) controls.set(control.name, control);
  }
  return controls;
}

/** False if the forms differ only in `render` controls. */
export function needsQuery(type: ChartType, before: FormData, after: FormData): boolean {
  const drawing = new Map(
    controlsOf(type.sections)
      .filter((control) => control.render)
      .map((control) => [control.name, control]),
  );
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].some((name) => {
    if (name === OWN_COLORS) return false;
    const control = drawing.get(name);
    if (!control) return !isSameValue(before[name], after[name]);
    return control.queryPart && !isSameValue(control.queryPart(before[name]), control.queryPart(after[name]));
  });
}

export function withRenderOptions(type: ChartType, lastRun: FormData, current: FormData): FormData {
  const next: FormData = { ...lastRun };
  for (const control of controlsOf(type.sections)) {
    if (control.render) next[control.name] = current[control.name];
  }
  next[OWN_COLORS] = current[OWN_COLORS];
  return next;
}
