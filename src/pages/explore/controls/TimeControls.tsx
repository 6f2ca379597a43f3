import { Ellipsis } from "lucide-react";
import { TimeRangePicker } from "../../../features/time-range/TimeRangePicker.tsx";
import { sourceOf } from "../../../features/time-range/time-source.ts";
import { t } from "../../../i18n/translate.ts";
import { Menu } from "../../../ui/Menu.tsx";
import { Segmented } from "../../../ui/Segmented.tsx";
import { choicesOf, type WidgetProps } from "../state/widget.ts";
import styles from "./controls.module.css";

const COMMON: readonly (readonly [string, string])[] = [
  ["P1D", t("Day")],
  ["P1W", t("Week")],
  ["P1M", t("Month")],
  ["P3M", t("Qtr")],
  ["P1Y", t("Year")],
];

export function TimeGrainControl({ control, value, onChange, state, label, describedBy }: WidgetProps<"select">) {
  const choices = choicesOf(control.choices, state);
  const common = COMMON.filter(([grain]) => choices.some(([choice]) => choice === grain));
  const others = choices.filter(([choice]) => !common.some(([grain]) => grain === choice));
  const other = others.find(([choice]) => choice === value);
  const options = [
    ...common.map(([grain, name]) => ({ value: grain, label: name, name: nameOf(grain, choices) })),
    ...(other ? [{ value: String(other[0]), label: other[1] }] : []),
  ];
  return (
    <div className={styles.grains}>
      <Segmented
        label={label}
        describedBy={describedBy}
        value={String(value ?? "")}
        options={options}
        onChange={onChange}
      />
      <Menu
        placement="bottomRight"
        items={[
          ...others.map(([choice, name]) => ({
            key: String(choice),
            label: name,
            checked: choice === value,
            onSelect: () => onChange(choice),
          })),
          ...(value ? [{ key: "none", label: t("No grain"), onSelect: () => onChange(null) }] : []),
        ]}
      >
        <button type="button" className={styles.moreGrains} aria-label={t("{control}: more", { control: label })}>
          <Ellipsis size={14} />
        </button>
      </Menu>
    </div>
  );
}

function nameOf(grain: string, choices: readonly (readonly [unknown, string])[]): string | undefined {
  return choices.find(([choice]) => choice === grain)?.[1];
}

export function TimeRangeControl({ value, onChange, state, id, label, describedBy }: WidgetProps<"time-range">) {
  return (
    <TimeRangePicker
      id={id}
      label={label}
      describedBy={describedBy}
      value={typeof value === "string" ? value : null}
      sources={sourceOf(state.dataset, state.formData.granularity_sqla as string | undefined)}
      onChange={onChange}
      clearable
    />
  );
}
