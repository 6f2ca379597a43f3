import { createStore, type StoreApi } from "zustand/vanilla";
import type { ChartType } from "../../../chart-seam/chart-type.ts";
import { controlsOf } from "../../../chart-seam/define.ts";
import { withoutLegacyKeys } from "../../../chart-seam/legacy-keys.ts";
import { emptyHistory, type History, record, redo, type Step, undo } from "../../../editor/history.ts";
import { t } from "../../../i18n/translate.ts";
import { type Dataset, datasourceKey } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { controlLabel } from "../../../web/control-words/control-words.ts";
import { clearedForm, type SwapResult, swapDataset } from "./dataset-swap.ts";
import { type AlteredControl, alteredControls, needsQuery, withRenderOptions } from "./diff.ts";
import { duplicateChoices } from "./duplicates.ts";
import { withValidChoices } from "./fixed-choices.ts";
import { isSameValue } from "./form-values.ts";
import { type FormsByType, recallForm, rememberForm } from "./forms-by-type.ts";
import type { DatasetProfile } from "./profile.ts";
import { withRawColumns } from "./raw-columns.ts";
import { switchType, type UnusedChoice } from "./type-switch.ts";
import { type Stash, stashHidden, withControlDefaults } from "./visibility.ts";

/**
 * The form as edited, as saved and as last run. Every edit goes through `edit`, which records an undo step and stashes
 * hidden controls.
 */
export interface ExploreState {
  dataset: Dataset;
  chart: ExploreChart | null;
  name: string;
  formData: FormData;
  saved: FormData;
  savedName: string;
  savedDataset: Dataset;
  lastRun: FormData | null;
  /** Incremented to run the same query again. */
  runs: number;
  force: boolean;
  isStopped: boolean;
  live: boolean;
  stash: Stash;
  unused: Readonly<Record<string, unknown>>;
  formsByType: FormsByType;
  initialForm: FormData;
  newlyUnused: readonly UnusedChoice[];
  history: History<Snapshot>;
}

export interface ExploreChart {
  id: number;
  name: string;
  description: string | null;
  ownerIds: readonly number[];
  /** Not only its owners can edit it, but also editors of its folder. */
  canEdit?: boolean;
  isManagedExternally: boolean;
  /** ETag of the last load or save. */
  state?: string | undefined;
}

interface Snapshot {
  formData: FormData;
  stash: Stash;
  unused: Readonly<Record<string, unknown>>;
  formsByType: FormsByType;
  initialForm: FormData;
  name: string;
  dataset: Dataset;
}

export interface ExploreActions {
  set(name: string, value: unknown): void;
  setMany(values: Readonly<Record<string, unknown>>, label: string): void;
  rename(name: string): void;
  changeType(key: string, profile?: DatasetProfile): void;
  replaceForm(formData: FormData, label: string): void;
  restore(work: Pick<Snapshot, "formData" | "name" | "dataset">): void;
  swap(dataset: Dataset, mode: "keep" | "clear"): SwapResult | undefined;
  replaceDataset(dataset: Dataset): void;
  /** Replaces an SQL Lab query by the dataset it was saved as, also in the undo history. */
  convertToDataset(dataset: Dataset): void;
  dismissUnused(): void;
  undo(): string | undefined;
  redo(): string | undefined;
  discard(): void;
  run(force?: boolean): void;
  stop(): void;
  setLive(live: boolean): void;
  /** `snapshot`: what was sent. Later edits remain changes. */
  markSaved(chart: ExploreChart, snapshot: Pick<Snapshot, "formData" | "name">): void;
}

export type ExploreStore = StoreApi<ExploreState & ExploreActions>;
export type FindType = (key: string) => ChartType | undefined;

export interface StartInput {
  dataset: Dataset;
  savedDataset?: Dataset;
  chart: ExploreChart | null;
  formData: FormData;
  saved?: FormData;
  name?: string;
  live?: boolean;
}

/** Consecutive changes of these widgets merge into one undo step. */
const CONTINUOUS = new Set(["text", "textarea", "number", "slider", "color", "bounds"]);

export function createExploreStore(input: StartInput, find: FindType): ExploreStore {
  return createStore<ExploreState & ExploreActions>()((set, get) => {
    const edit = (change: Partial<Snapshot>, label: string, mergeKey?: string) => {
      const state = get();
      const next = { ...snapshotOf(state), ...change };
      const type = find(next.formData.viz_type);
      const stashed = type ? stashHidden(type, next, next.dataset) : next;
      set({
        ...next,
        formData: stashed.formData,
        stash: stashed.stash,
        history: record(state.history, { state: snapshotOf(state), label, mergeKey }),
        newlyUnused: [],
        isStopped: false,
      });
      runIfLive(state);
    };
    /** Runs also without live update if the type changed: the old chart no longer applies. */
    const runIfLive = (before: ExploreState) => {
      const isOther = before.lastRun !== null && before.formData.viz_type !== get().formData.viz_type;
      if (get().live || isOther) runNow(false);
    };
    const runNow = (force: boolean) => {
      const { formData, runs } = get();
      if (Object.keys(problemsOf(get(), find)).length > 0) return;
      set({ lastRun: formData, runs: force ? runs + 1 : runs, force, isStopped: false });
    };
    const applyHistory = (way: typeof undo) => {
      const state = get();
      const step = way(state.history, snapshotOf(state));
      if (!step) return undefined;
      set({ ...step.state, history: step.history, newlyUnused: [], isStopped: false });
      runIfLive(state);
      return step.label;
    };
    return {
      ...initialState(input, find),
      ...editActions({ get, set, edit, find }),
      undo: () => applyHistory(undo),
      redo: () => applyHistory(redo),
      run: (force = false) => {
        set({ runs: get().runs + 1 });
        runNow(force);
      },
      stop: () => set({ isStopped: true }),
      setLive: (live) => {
        set({ live });
        if (live) runNow(false);
      },
      markSaved: (chart, snapshot) => set(asSaved(get(), chart, snapshot)),
    };
  });
}

function asSaved(state: ExploreState, chart: ExploreChart, snapshot: Pick<Snapshot, "formData" | "name">) {
  const own = (form: FormData): FormData => ({ ...form, slice_id: chart.id });
  const { dataset, lastRun, formData, name } = state;
  const now = { formData: own(formData), name: name === snapshot.name ? chart.name : name };
  const saved = { saved: own(snapshot.formData), savedName: chart.name, savedDataset: dataset };
  return { ...now, ...saved, chart, lastRun: lastRun && own(lastRun) };
}

function withDataset(state: ExploreState, dataset: Dataset): Partial<ExploreState> {
  const datasource = datasourceKey(dataset);
  const moved = (form: FormData): FormData => ({ ...form, datasource });
  const steps = (list: readonly Step<Snapshot>[]) =>
    list.map((step) => ({ ...step, state: { ...step.state, dataset, formData: moved(step.state.formData) } }));
  const { formData, saved, lastRun, history } = state;
  return {
    dataset,
    savedDataset: dataset,
    formData: moved(formData),
    saved: moved(saved),
    lastRun: lastRun && moved(lastRun),
    history: { ...history, past: steps(history.past), future: steps(history.future) },
  };
}

type Get = () => ExploreState;
type SetState = (part: Partial<ExploreState>) => void;
type Edit = (change: Partial<Snapshot>, label: string, mergeKey?: string) => void;

interface EditTools {
  get: Get;
  set: SetState;
  edit: Edit;
  find: FindType;
}

function editActions({ get, set, edit, find }: EditTools) {
  return {
    set: (name: string, value: unknown) => {
      const { formData, dataset } = get();
      const control = controlsOf(find(formData.viz_type)?.sections ?? []).find((one) => one.name === name);
      if (isSameValue(formData[name], value) && JSON.stringify(formData[name]) === JSON.stringify(value)) return;
      const label = control ? controlLabel(control, { formData, dataset }) : name;
      const mergeKey = control && CONTINUOUS.has(control.widget) ? name : undefined;
      edit({ formData: withRawColumns({ ...formData, [name]: value }, name, get()) }, label, mergeKey);
    },
    setMany: (values: Readonly<Record<string, unknown>>, label: string) =>
      edit({ formData: { ...get().formData, ...values } }, label),
    rename: (name: string) => {
      if (name !== get().name) edit({ name }, t("Name"), "name");
    },
    changeType: (key: string, profile?: DatasetProfile) => {
      const { formData, stash, unused, dataset, formsByType, initialForm } = get();
      const to = find(key);
      if (!to || to.key === formData.viz_type) return;
      const from = find(formData.viz_type);
      const result = switchType({ from, to, formData, unused: { ...unused, ...stash }, dataset, profile });
      const left = from ? rememberForm(formsByType, { type: from, initialForm, formData, stash }) : formsByType;
      const next = recallForm(result.formData, to, left);
      edit({ formData: next, stash: {}, unused: result.unused, formsByType: left, initialForm: next }, t(to.name));
      set({ newlyUnused: result.newlyUnused, initialForm: get().formData });
    },
    replaceForm: (formData: FormData, label: string) => edit(asNewForm({ formData }), label),
    restore: (work: Pick<Snapshot, "formData" | "name" | "dataset">) => edit(asNewForm(work), t("Unsaved changes")),
    swap: (dataset: Dataset, mode: "keep" | "clear") => {
      const { formData, dataset: from } = get();
      const type = find(formData.viz_type);
      if (!type) return undefined;
      const result =
        mode === "keep"
          ? swapDataset({ type, formData, from, to: dataset })
          : { formData: clearedForm(type, formData, dataset), all: [], kept: [], lost: [], replaced: [] };
      edit(asNewForm({ formData: result.formData, dataset }), t("Dataset"));
      if (Object.keys(problemsOf(get(), find)).length === 0) set({ lastRun: get().formData, force: false });
      return result;
    },
    replaceDataset: (dataset: Dataset) => {
      const { savedDataset } = get();
      set({ dataset, savedDataset: datasourceKey(savedDataset) === datasourceKey(dataset) ? dataset : savedDataset });
    },
    convertToDataset: (dataset: Dataset) => set(withDataset(get(), dataset)),
    dismissUnused: () => set({ newlyUnused: [] }),
    discard: () => {
      const { saved, savedName, savedDataset } = get();
      const work = asNewForm({ formData: saved, name: savedName, dataset: savedDataset });
      edit({ ...work, unused: {} }, t("Discard"));
    },
  };
}

function asNewForm<W extends Pick<Snapshot, "formData"> & Partial<Snapshot>>(work: W) {
  return { ...work, stash: {}, formsByType: {}, initialForm: work.formData };
}

function initialState(input: StartInput, find: FindType): ExploreState {
  const { dataset, chart } = input;
  const normalize = (form: FormData) => {
    const type = find(form.viz_type);
    if (!type) return { formData: form, stash: {} };
    const current = withoutLegacyKeys(type, type.migrate && form.viz_type !== type.key ? type.migrate(form) : form);
    const today = find(current.viz_type) ?? type;
    const complete = withControlDefaults(today, { ...current, viz_type: today.key });
    return stashHidden(today, { formData: withValidChoices(today, complete), stash: {} }, dataset);
  };
  const { formData, stash } = normalize(input.formData);
  const name = input.name ?? chart?.name ?? "";
  const state: ExploreState = {
    dataset,
    chart,
    name,
    formData,
    saved: input.saved ? normalize(input.saved).formData : formData,
    savedName: chart?.name ?? "",
    savedDataset: input.savedDataset ?? dataset,
    lastRun: null,
    runs: 0,
    force: false,
    isStopped: false,
    live: input.live ?? true,
    stash,
    unused: {},
    formsByType: {},
    initialForm: formData,
    newlyUnused: [],
    history: emptyHistory(),
  };
  return { ...state, lastRun: Object.keys(problemsOf(state, find)).length === 0 ? formData : null };
}

function snapshotOf({ formData, stash, unused, formsByType, initialForm, name, dataset }: ExploreState): Snapshot {
  return { formData, stash, unused, formsByType, initialForm, name, dataset };
}

export function problemsOf(state: ExploreState, find: FindType): Record<string, string> {
  const { formData, dataset } = state;
  const type = find(formData.viz_type);
  if (!type) return {};
  const problems = type.validate(formData);
  return Object.keys(problems).length > 0 ? problems : duplicateChoices(type, { formData, dataset });
}

function countChanges(state: ExploreState, altered: number, find: FindType): number {
  const { saved, formData, initialForm, formsByType, dataset, savedDataset } = state;
  const left = formsByType[saved.viz_type];
  if (!left || saved.viz_type === formData.viz_type) return altered;
  const between = (before: FormData, after: FormData, from: Dataset) => {
    const type = find(after.viz_type);
    const forms = { saved: before, current: after, dataset, savedDataset: from };
    return alteredControls(type ? { ...forms, type, savedType: type } : forms).length;
  };
  return 1 + between(saved, left.formData, savedDataset) + between(initialForm, formData, dataset);
}

export interface DerivedState {
  drawn: FormData | null;
  isStale: boolean;
  problems: Record<string, string>;
  altered: AlteredControl[];
  /** Another chart type is one change, whatever it does to other controls. */
  changes: number;
  isRenamed: boolean;
}

export function deriveState(state: ExploreState, find: FindType): DerivedState {
  const type = find(state.formData.viz_type);
  const { lastRun, formData } = state;
  const altered = alteredControls({
    saved: state.saved,
    current: formData,
    type,
    savedType: find(state.saved.viz_type),
    dataset: state.dataset,
    savedDataset: state.savedDataset,
  });
  // A chart of another dataset isn't a result of this form.
  const isOfOtherData = lastRun !== null && lastRun.datasource !== formData.datasource;
  const isOtherType = lastRun?.viz_type !== formData.viz_type;
  return {
    drawn: isOfOtherData
      ? null
      : lastRun && type && !isOtherType
        ? withRenderOptions(type, lastRun, formData)
        : lastRun,
    isStale: Boolean(lastRun && type && (isOtherType || needsQuery(type, lastRun, formData))),
    problems: problemsOf(state, find),
    altered,
    changes: countChanges(state, altered.length, find),
    isRenamed: state.name !== state.savedName,
  };
}
