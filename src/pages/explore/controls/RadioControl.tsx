import { Segmented } from "../../../ui/Segmented.tsx";
import { choicesOf, type WidgetProps } from "../state/widget.ts";

/** A few choices, all in sight. */
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
