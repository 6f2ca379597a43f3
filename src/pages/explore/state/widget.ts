import type { ReactNode } from "react";
import type { Choice, Choices, Control, ControlState, Widget } from "../../../chart-seam/control.ts";

export type ControlOf<W extends Widget> = Extract<Control, { widget: W }>;

/** What every widget gets. Values are form data as they are: each widget reads what it understands of them. */
export interface WidgetProps<W extends Widget = Widget> {
  control: ControlOf<W>;
  value: unknown;
  onChange(value: unknown): void;
  state: ControlState;
  /** Id for the field, which a label points at. */
  id: string;
  /** Accessible name. */
  label: string;
  problem?: string;
  /** Id of the text of the problem, which the field is described by. */
  describedBy?: string;
  /** Typing is passed on letter by letter: whoever listens keeps a draft of its own. */
  isImmediate?: boolean;
  /** Draws another control, for those that are made of several. */
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
  return typeof choices === "function" ? choices(state) : choices;
}

/** Numbers out of numeric text; anything else stays. */
export function toNumber(value: unknown): unknown {
  if (typeof value !== "string" || value.trim() === "") return value === "" ? null : value;
  const number = Number(value.replaceAll(",", ""));
  return Number.isFinite(number) ? number : value;
}
