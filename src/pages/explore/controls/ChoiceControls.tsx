import { Select } from "antd";
import { type ClipboardEvent, useState } from "react";
import type { Choice, ControlState } from "../../../chart-seam/control.ts";
import { splitPasted } from "../../../features/adhoc/paste.ts";
import { number } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { Segmented } from "../../../ui/Segmented.tsx";
import { toList } from "../state/form-values.ts";
import { type ControlOf, choicesOf, toNumber, type WidgetProps } from "../state/widget.ts";
import styles from "./controls.module.css";

type Value = Choice[0];

/** antd's Select can't hold null. */
const keyOf = (value: Value | undefined) => (value === null || value === undefined ? "\u0000none" : String(value));

export function SelectControl({
  control,
  value,
  onChange,
  state,
  id,
  label,
  problem,
  describedBy,
}: WidgetProps<"select">) {
  const [text, setText] = useState("");
  const chosen = toList(value as Value | Value[] | undefined).filter((one) => one !== undefined);
  const options = allChoices(control, state, { chosen, typed: text.trim() });
  const valueAt = (key: string): Value => options.get(key)?.[0] ?? null;
  const hasNone = options.has(keyOf(null));
  const single = singleKey(chosen, hasNone);
  const handlePaste = (event: ClipboardEvent) => {
    const parts = splitPasted(event.clipboardData.getData("text"));
    if (!control.multi || !control.freeForm || parts.length < 2) return;
    event.preventDefault();
    onChange([...new Set([...chosen, ...parts.map((part) => parseValue(part, control.numeric))])]);
  };
  return (
    <div onPaste={handlePaste}>
      <Select<string | string[]>
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={problem ? true : undefined}
        className={styles.wide}
        mode={control.multi ? "multiple" : undefined}
        showSearch={
          options.size > 8 || control.freeForm
            ? { searchValue: text, onSearch: setText, optionFilterProp: "label" }
            : false
        }
        allowClear={control.clearable && !hasNone}
        status={problem ? "error" : undefined}
        placeholder={control.none ? t(control.none) : t("None")}
        value={control.multi ? chosen.map(keyOf) : single}
        options={[...options].map(([key, [, name]]) => ({ value: key, label: name }))}
        // A multi-select keeps its search text when it closes, and the next search would continue it.
        onOpenChange={(isOpen) => isOpen || setText("")}
        onChange={(next) => {
          setText("");
          onChange(control.multi ? toList(next).map(valueAt) : next === undefined ? null : valueAt(next as string));
        }}
      />
    </div>
  );
}

function allChoices(
  control: ControlOf<"select">,
  state: ControlState,
  { chosen, typed }: { chosen: readonly Value[]; typed: string },
): Map<string, Choice> {
  const options = new Map<string, Choice>(
    choicesOf(control.choices, state).map((choice) => [keyOf(choice[0]), choice]),
  );
  for (const one of chosen) if (!options.has(keyOf(one))) options.set(keyOf(one), [one, labelOfValue(one)]);
  if (control.freeForm && typed && !options.has(typed)) options.set(typed, [parseValue(typed, control.numeric), typed]);
  return options;
}

function singleKey([first]: readonly Value[], hasNone: boolean): string | undefined {
  return (first ?? null) === null && !hasNone ? undefined : keyOf(first);
}

function parseValue(text: string, numeric: boolean | undefined): Value {
  return (numeric ? toNumber(text) : text) as Value;
}

function labelOfValue(value: Value): string {
  return typeof value === "number" ? number(value) : String(value);
}

export function RadioControl({ control, value, onChange, state, label, describedBy }: WidgetProps<"radio">) {
  const choices = choicesOf(control.choices, state);
  const at = choices.findIndex(([choice]) => choice === value);
  return (
    <Segmented
      label={label}
      describedBy={describedBy}
      value={String(at)}
      options={choices.map(([, name], index) => ({ value: String(index), label: name }))}
      onChange={(index) => onChange(choices[Number(index)]?.[0] ?? null)}
    />
  );
}
