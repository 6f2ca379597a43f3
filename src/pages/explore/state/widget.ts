import type { ReactNode } from "react";
import type { Choice, Choices, Control, ControlState, Widget } from "../../../chart-seam/control.ts";
import { t } from "../../../i18n/translate.ts";

export type ControlOf<W extends Widget> = Extract<Control, { widget: W }>;

/** `value` is raw form data: each widget parses it. */
export interface WidgetProps<W extends Widget = Widget> {
  control: ControlOf<W>;
  value: unknown;
  onChange(value: unknown): void;
  state: ControlState;
  id: string;
  label: string;
  problem?: string;
  describedBy?: string;
  /** Emit on every keystroke: the parent debounces. */
  isImmediate?: boolean;
  renderField: RenderField;
}

export interface ControlFieldProps {
  control: Control;
  state: ControlState;
  problem: string | undefined;
  onChange(name: string, value: unknown): void;
  isImmediate?: boolean;
}

export type RenderField = (props: ControlFieldProps) => ReactNode;

export function choicesOf(choices: Choices, state: ControlState): readonly Choice[] {
  return typeof choices === "function" ? choices(state) : choices.map(([value, label]) => [value, t(label)]);
}

export function toNumber(value: unknown): unknown {
  if (typeof value !== "string" || value.trim() === "") return value === "" ? null : value;
  const number = Number(value.replaceAll(",", ""));
  return Number.isFinite(number) ? number : value;
}
