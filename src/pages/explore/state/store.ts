import { createStore, type StoreApi } from "zustand/vanilla";
import type { ChartType } from "../../../chart-seam/chart-type.ts";
import { controlsOf } from "../../../chart-seam/define.ts";
import { withoutLegacyKeys } from "../../../chart-seam/legacy-keys.ts";
import { emptyHistory, type History, record, redo, type Step, undo } from "../../../editor/history.ts";
import { type Dataset, datasourceKey } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { controlLabel } from "../../../web/control-words/control-words.ts";
import { clearedForm, type SwapResult, swapDataset } from "./dataset-swap.ts";
import { type AlteredControl, alteredControls, needsQuery, withDrawingChoices } from "./diff.ts";
import { doubledChoices } from "./doubles.ts";
import type { Extent } from "./extent.ts";
import { withinFixedChoices } from "./fixed-choices.ts";
import { isSameValue } from "./form-values.ts";
import { switchType } from "./type-switch.ts";
import { afterStay, asLeft, type Visits } from "./type-visits.ts";
import { type Stash, settle, withControlDefaults } from "./visibility.ts";

/**
 * The workbench's document: the form as edited, as saved and as last run. Every edit goes through `edit`, which
 * remembers the step for undo and settles hidden controls; what the chart draws follows from the three forms.
 */
export interface ExploreState {
  dataset: Dataset;
  chart: ExploreChart | null;
  name: string;
  formData: FormData;
  saved: FormData;
  savedName: string;
  /** What the chart was opened or last saved on. */
  savedDataset: Dataset;
  /** The form of the last run; null before the first. */
  ran: FormData | null;
  /** Counts runs that were asked for, so that the same question can be asked again. */
  runs: number;
  /** The last run must not use the cache. */
  force: boolean;
  isStopped: boolean;
  live: boolean;
  stash: Stash;
  aside: Readonly<Record<string, unknown>>;
  visits: Visits;
  /** The form as it was when its chart type was chosen. */
  arrived: FormData;
  /** Controls the last change of type had no place for. */
  setAside: readonly { name: string; label: string }[];
  history: History<Snapshot>;
}

/** The saved chart behind the form. */
export interface ExploreChart {
  id: number;
  name: string;
  description: string | null;
  ownerIds: readonly number[];
  isManagedExternally: boolean;
  /** State of the chart that was read or saved last; saves are based on it. */
  state?: string | undefined;
}

interface Snapshot {
  formData: FormData;
  stash: Stash;
  aside: Readonly<Record<string, unknown>>;
  visits: Visits;
  arrived: FormData;
  name: string;
  dataset: Dataset;
}

export interface ExploreActions {
  set(name: string, value: unknown): void;
  setMany(values: Readonly<Record<string, unknown>>, label: string): void;
  rename(name: string): void;
  /** To another chart type; new choices go by how far the dataset reaches, where that is known. */
  changeType(key: string, extent?: Extent): void;
  replaceForm(formData: FormData, label: string): void;
  /** Takes up earlier work, as one step of undo. */
  restore(work: Pick<Snapshot, "formData" | "name" | "dataset">): void;
  swap(dataset: Dataset, mode: "keep" | "clear"): SwapResult | undefined;
  replaceDataset(dataset: Dataset): void;
  /** The query of SQL Lab is a dataset from now on, also in the steps that can be undone. */
  becomeDataset(dataset: Dataset): void;
  dismissAside(): void;
  undo(): string | undefined;
  redo(): string | undefined;
  discard(): void;
  run(force?: boolean): void;
  stop(): void;
  setLive(live: boolean): void;
  /** What was saved, as it was when saving began: what was changed meanwhile is a change still. */
  markSaved(chart: ExploreChart, began: Pick<Snapshot, "formData" | "name">): void;
}

export type ExploreStore = StoreApi<ExploreState & ExploreActions>;
export type FindType = (key: string) => ChartType | undefined;

export interface StartInput {
  dataset: Dataset;
  /** What `saved` is about, where that is another dataset. */
  savedDataset?: Dataset;
  chart: ExploreChart | null;
  /** The form to edit. */
  formData: FormData;
  /** The form to compare with: the saved chart's, or the starting form of a new chart. */
  saved?: FormData;
  name?: string;
  live?: boolean;
}

/** Widgets whose steps come letter by letter or pixel by pixel: a row of them is one step of undo. */
const CONTINUOUS = new Set(["text", "textarea", "number", "slider", "color", "bounds"]);

export function createExploreStore(input: StartInput, find: FindType): ExploreStore {
  return createStore<ExploreState & ExploreActions>()((set, get) => {
    const edit = (change: Partial<Snapshot>, label: string, mergeKey?: string) => {
      const state = get();
      const next = { ...snapshotOf(state), ...change };
      const type = find(next.formData.viz_type);
      const settled = type ? settle(type, next, next.dataset) : next;
      set({
        ...next,
        formData: settled.formData,
        stash: settled.stash,
        history: record(state.history, { state: snapshotOf(state), label, mergeKey }),
        setAside: [],
        isStopped: false,
      });
      follow(state);
    };
    /** A chart of another type is asked for at once: the picture of the one before says nothing of it. */
    const follow = (before: ExploreState) => {
      const isOther = before.ran !== null && before.formData.viz_type !== get().formData.viz_type;
      if (get().live || isOther) runNow(false);
    };
    const runNow = (force: boolean) => {
      const { formData, runs } = get();
      if (Object.keys(problemsOf(get(), find)).length > 0) return;
      set({ ran: formData, runs: force ? runs + 1 : runs, force, isStopped: false });
    };
    const travel = (way: typeof undo) => {
      const state = get();
      const step = way(state.history, snapshotOf(state));
      if (!step) return undefined;
      set({ ...step.state, history: step.history, setAside: [], isStopped: false });
      follow(state);
      return step.label;
    };
    return {
      ...startingState(input, find),
      ...editActions({ get, set, edit, find }),
      undo: () => travel(undo),
      redo: () => travel(redo),
      run: (force = false) => {
        set({ runs: get().runs + 1 });
        runNow(force);
      },
      stop: () => set({ isStopped: true }),
      setLive: (live) => {
        set({ live });
        if (live) runNow(false);
      },
      markSaved: (chart, began) => set(asSaved(get(), chart, began)),
    };
  });
}

function asSaved(state: ExploreState, chart: ExploreChart, began: Pick<Snapshot, "formData" | "name">) {
  const own = (form: FormData): FormData => ({ ...form, slice_id: chart.id });
  const { dataset, ran, formData, name } = state;
  const now = { formData: own(formData), name: name === began.name ? chart.name : name };
  const saved = { saved: own(began.formData), savedName: chart.name, savedDataset: dataset };
  return { ...now, ...saved, chart, ran: ran && own(ran) };
}

function overDataset(state: ExploreState, dataset: Dataset): Partial<ExploreState> {
  const datasource = datasourceKey(dataset);
  const moved = (form: FormData): FormData => ({ ...form, datasource });
  const steps = (list: readonly Step<Snapshot>[]) =>
    list.map((step) => ({ ...step, state: { ...step.state, dataset, formData: moved(step.state.formData) } }));
  const { formData, saved, ran, history } = state;
  return {
    dataset,
    savedDataset: dataset,
    formData: moved(formData),
    saved: moved(saved),
    ran: ran && moved(ran),
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
      edit({ formData: { ...formData, [name]: value } }, label, mergeKey);
    },
    setMany: (values: Readonly<Record<string, unknown>>, label: string) =>
      edit({ formData: { ...get().formData, ...values } }, label),
    rename: (name: string) => {
      if (name !== get().name) edit({ name }, "Name", "name");
    },
    changeType: (key: string, extent?: Extent) => {
      const { formData, stash, aside, dataset, visits, arrived } = get();
      const to = find(key);
      if (!to || to.key === formData.viz_type) return;
      const from = find(formData.viz_type);
      const result = switchType({ from, to, formData, aside: { ...aside, ...stash }, dataset, extent });
      const left = from ? afterStay(visits, { type: from, arrived, formData, stash }) : visits;
      const next = asLeft(result.formData, to, left);
      edit({ formData: next, stash: {}, aside: result.aside, visits: left, arrived: next }, `${to.name}`);
      set({ setAside: result.setAside, arrived: get().formData });
    },
    replaceForm: (formData: FormData, label: string) => edit(startedOver({ formData }), label),
    restore: (work: Pick<Snapshot, "formData" | "name" | "dataset">) => edit(startedOver(work), "Unsaved changes"),
    swap: (dataset: Dataset, mode: "keep" | "clear") => {
      const { formData, dataset: from } = get();
      const type = find(formData.viz_type);
      if (!type) return undefined;
      const result =
        mode === "keep"
          ? swapDataset({ type, formData, from, to: dataset })
          : { formData: clearedForm(type, formData, dataset), kept: [], lost: [], replaced: [] };
      edit(startedOver({ formData: result.formData, dataset }), "Dataset");
      if (Object.keys(problemsOf(get(), find)).length === 0) set({ ran: get().formData, force: false });
      return result;
    },
    replaceDataset: (dataset: Dataset) => {
      const { savedDataset } = get();
      set({ dataset, savedDataset: datasourceKey(savedDataset) === datasourceKey(dataset) ? dataset : savedDataset });
    },
    becomeDataset: (dataset: Dataset) => set(overDataset(get(), dataset)),
    dismissAside: () => set({ setAside: [] }),
    discard: () => {
      const { saved, savedName, savedDataset } = get();
      const work = startedOver({ formData: saved, name: savedName, dataset: savedDataset });
      edit({ ...work, aside: {} }, "Discard");
    },
  };
}

/** Another form in the place of the one before: nothing hidden or left behind belongs to it. */
function startedOver<W extends Pick<Snapshot, "formData"> & Partial<Snapshot>>(work: W) {
  return { ...work, stash: {}, visits: {}, arrived: work.formData };
}

function startingState(input: StartInput, find: FindType): ExploreState {
  const { dataset, chart } = input;
  const ready = (form: FormData) => {
    const type = find(form.viz_type);
    if (!type) return { formData: form, stash: {} };
    const current = withoutLegacyKeys(type, type.migrate && form.viz_type !== type.key ? type.migrate(form) : form);
    const today = find(current.viz_type) ?? type;
    const complete = withControlDefaults(today, { ...current, viz_type: today.key });
    return settle(today, { formData: withinFixedChoices(today, complete), stash: {} }, dataset);
  };
  const { formData, stash } = ready(input.formData);
  const name = input.name ?? chart?.name ?? "";
  const state: ExploreState = {
    dataset,
    chart,
    name,
    formData,
    saved: input.saved ? ready(input.saved).formData : formData,
    savedName: chart?.name ?? "",
    savedDataset: input.savedDataset ?? dataset,
    ran: null,
    runs: 0,
    force: false,
    isStopped: false,
    live: input.live ?? true,
    stash,
    aside: {},
    visits: {},
    arrived: formData,
    setAside: [],
    history: emptyHistory(),
  };
  return { ...state, ran: Object.keys(problemsOf(state, find)).length === 0 ? formData : null };
}

function snapshotOf({ formData, stash, aside, visits, arrived, name, dataset }: ExploreState): Snapshot {
  return { formData, stash, aside, visits, arrived, name, dataset };
}

/** Problems of the form: control name -> message. A type this product does not have is no problem of the form. */
export function problemsOf(state: ExploreState, find: FindType): Record<string, string> {
  const { formData, dataset } = state;
  const type = find(formData.viz_type);
  if (!type) return {};
  const problems = type.validate(formData);
  return Object.keys(problems).length > 0 ? problems : doubledChoices(type, { formData, dataset });
}

export interface Standing {
  /** What the chart draws; null: nothing has run. */
  drawn: FormData | null;
  /** The form asks something else than the chart shows. */
  isStale: boolean;
  problems: Record<string, string>;
  altered: AlteredControl[];
  isRenamed: boolean;
}

/** What follows from the document for the page. */
export function standingOf(state: ExploreState, find: FindType): Standing {
  const type = find(state.formData.viz_type);
  const { ran, formData } = state;
  const altered = alteredControls({
    saved: state.saved,
    current: formData,
    type,
    savedType: find(state.saved.viz_type),
    dataset: state.dataset,
    savedDataset: state.savedDataset,
  });
  // The picture of another dataset is no answer to this form, and its names mean nothing here.
  const isOfOtherData = ran !== null && ran.datasource !== formData.datasource;
  const isOtherType = ran?.viz_type !== formData.viz_type;
  return {
    drawn: isOfOtherData ? null : ran && type && !isOtherType ? withDrawingChoices(type, ran, formData) : ran,
    isStale: Boolean(ran && type && (isOtherType || needsQuery(type, ran, formData))),
    problems: problemsOf(state, find),
    altered,
    isRenamed: state.name !== state.savedName,
  };
}
