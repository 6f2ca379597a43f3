import type { Message } from "../i18n/message.ts";
import type { Dataset } from "../model/dataset.ts";

/** A section whose controls are all `render: true` appears on the Customize tab unless `tab` says otherwise. */
export interface Section {
  label: Message;
  expanded?: boolean;
  tab?: "data" | "customize" | "matrixify";
  visible?(state: ControlState): boolean;
  rows: readonly (readonly Control[])[];
}

export interface ControlState {
  formData: Readonly<Record<string, unknown>>;
  dataset?: Dataset;
}

/** An error message, which takes the control's label where it's the subject of the sentence. */
export type Problem = string | ((label: string) => string);

interface ControlBase {
  name: string;
  label: Message | ((state: ControlState) => string);
  description?: Message | (() => string);
  default?: unknown;
  /** Changes redraw the chart without a new query. */
  render?: boolean;
  visible?(state: ControlState): boolean;
  /** For `render` controls: the part of the value that still affects the query. */
  queryPart?(value: unknown): unknown;
  /** By default, values of hidden controls are stashed and restored. */
  keepWhenHidden?: boolean;
  required?: boolean;
  /** Runs after `required`. */
  validate?(value: unknown, state: ControlState): Problem | undefined;
}

type ChoiceValue = string | number | boolean | null;
export type FixedChoice = readonly [value: ChoiceValue, label: Message];
/** With a label in the user's language. */
export type Choice = readonly [value: ChoiceValue, label: string];

/** A label that is the same in all languages, such as a code or a unit. */
export const verbatim = (text: string): Message => text as Message;

export type Choices = readonly FixedChoice[] | ((state: ControlState) => readonly Choice[]);

export type Control = ControlBase &
  (
    | { widget: "metrics"; multi: boolean }
    | {
        widget: "columns";
        multi: boolean;
        accepts?: "temporal" | "numeric";
        sqlAllowed?: boolean;
        offersAll?: boolean;
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
        /** Choices depend on other controls: a value that is no longer among them is cleared. */
        isDependent?: boolean;
        /** What no choice does; default: `None`. */
        none?: Message;
      }
    | { widget: "radio"; choices: Choices }
    | { widget: "checkbox" }
    | { widget: "slider"; min: number; max: number; step: number }
    | { widget: "text"; placeholder?: Message }
    | { widget: "number"; min?: number; max?: number; step?: number; integer?: boolean }
    | { widget: "textarea"; language?: "json" | "markdown" | "html" | "css" | "javascript" | "text" }
    | { widget: "color" }
    | { widget: "color-scheme"; kind: "categorical" | "sequential" }
    | { widget: "bounds" }
    /** Offers only percent formats while `isPercent` returns true. */
    | { widget: "number-format"; isPercent?(state: ControlState): boolean }
    | { widget: "time-format" }
    | { widget: "currency" }
    | { widget: "column-config" }
    | { widget: "conditional-formatting" }
    | { widget: "annotation-layers" }
    | { widget: "x-axis-sort" }
    | { widget: "order-by" }
    /** A date, or an offset such as `3 weeks ago`. */
    | { widget: "time-offset" }
    | { widget: "comparison-range" }
    /** Value types of this and the next three are in model/map-values.ts. */
    | { widget: "spatial" }
    | { widget: "viewport" }
    | { widget: "fixed-or-metric"; min?: number; max?: number }
    | { widget: "contours" }
    /** Size in pixels by zoom level: `ChartSize` of the cartodiagram. */
    | { widget: "chart-size" }
    /** Read by `readDimension` in model/matrix.ts. */
    | { widget: "matrix-dimension"; picksValues(state: ControlState): boolean }
    | { widget: "charts"; multi: boolean; isPart(vizType: string): boolean }
    | ({ widget: "collection" } & Collection)
  );

export interface Collection {
  title: Message;
  addText: Message;
  /** Fields receive the entry as their form data. */
  fields: readonly Control[];
  newEntry: Readonly<Record<string, unknown>>;
  describe(entry: Readonly<Record<string, unknown>>): string;
  problem?(entry: Readonly<Record<string, unknown>>): string | undefined;
}

export type Widget = Control["widget"];
