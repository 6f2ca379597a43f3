import type { Dataset } from "../model/dataset.ts";

/**
 * The control panel as data. A section holds rows of controls; explore draws each control by its `widget`.
 * `render: true` marks controls that only redraw; all others need a new query. A section whose controls are all
 * render-only belongs on the Customize tab unless `tab` says otherwise.
 */
export interface Section {
  label: string;
  expanded?: boolean;
  tab?: "data" | "customize" | "matrixify";
  visible?(state: ControlState): boolean;
  rows: readonly (readonly Control[])[];
}

export interface ControlState {
  formData: Readonly<Record<string, unknown>>;
  dataset?: Dataset;
}

interface ControlBase {
  /** Form data key. */
  name: string;
  label: string | ((state: ControlState) => string);
  description?: string;
  default?: unknown;
  /** Only redraws; no new query. */
  render?: boolean;
  visible?(state: ControlState): boolean;
  /** Of a drawing choice: what of its value goes into the query all the same. */
  queryPart?(value: unknown): unknown;
  /** Keep the value when hidden (default: it is stashed and restored). */
  keepWhenHidden?: boolean;
  required?: boolean;
  /** A message, or undefined when the value is fine. Runs after `required`. */
  validate?(value: unknown, state: ControlState): string | undefined;
}

export type Choice = readonly [value: string | number | boolean | null, label: string];
export type Choices = readonly Choice[] | ((state: ControlState) => readonly Choice[]);

export type Control = ControlBase &
  (
    | { widget: "metrics"; multi: boolean }
    | {
        widget: "columns";
        multi: boolean /** Only columns the check accepts are offered. */;
        accepts?: "temporal" | "numeric";
        sqlAllowed?: boolean;
        /** While it is empty, all columns of the dataset are one press away. */
        offersAll?: boolean;
        /** Saved metrics are taken among the columns. */
        metricsAllowed?: boolean;
      }
    | { widget: "filters" }
    | { widget: "time-range" }
    | {
        widget: "select";
        choices: Choices;
        multi?: boolean;
        freeForm?: boolean;
        clearable?: boolean;
        numeric?: boolean;
        /** Its choices come from other controls: a value that they offer no more is let go. */
        isDependent?: boolean;
      }
    | { widget: "radio"; choices: Choices }
    | { widget: "checkbox" }
    | { widget: "slider"; min: number; max: number; step: number }
    | { widget: "text"; placeholder?: string }
    | { widget: "number"; min?: number; max?: number; step?: number; integer?: boolean }
    | { widget: "textarea"; language?: "json" | "markdown" | "html" | "css" | "javascript" | "text" }
    | { widget: "color" }
    | { widget: "color-scheme"; kind: "categorical" | "sequential" }
    | { widget: "bounds" }
    /** Only formats in percent are offered while `isPercent` says so. */
    | { widget: "number-format"; isPercent?(state: ControlState): boolean }
    | { widget: "time-format" }
    | { widget: "currency" }
    | { widget: "column-config" }
    | { widget: "conditional-formatting" }
    | { widget: "annotation-layers" }
    | { widget: "x-axis-sort" }
    | { widget: "order-by" }
    /** A day, or a distance such as `3 weeks ago`. */
    | { widget: "time-offset" }
    /** Says which earlier range the chart compares with; holds no value. */
    | { widget: "comparison-range" }
    /** Where rows stand on a map: `Spatial` of model/map-values.ts; so are the next three. */
    | { widget: "spatial" }
    | { widget: "viewport" }
    | { widget: "fixed-or-metric"; min?: number; max?: number }
    | { widget: "contours" }
    /** Pixels of charts on a map, by zoom: `ChartSize` of the cartodiagram. */
    | { widget: "chart-size" }
    /** A column with values of it where they are picked: `readDimension` of model/matrix.ts. */
    | { widget: "matrix-dimension"; picksValues(state: ControlState): boolean }
    /** Saved charts of some types, by their ids. */
    | { widget: "charts"; multi: boolean; isPart(vizType: string): boolean }
    | ({ widget: "collection" } & Collection)
  );

/** A list of entries, each with fields of its own. */
export interface Collection {
  /** What one entry is called: "contour". */
  noun: string;
  /** The fields of an entry. They see the entry as their form data. */
  fields: readonly Control[];
  /** A new entry. */
  start: Readonly<Record<string, unknown>>;
  /** An entry in a few words. */
  words(entry: Readonly<Record<string, unknown>>): string;
  /** A message, or undefined when the entry is fine. */
  problem?(entry: Readonly<Record<string, unknown>>): string | undefined;
}

export type Widget = Control["widget"];
