import { InputNumber, Select } from "antd";
import { t } from "../../../i18n/translate.ts";
import { Field } from "../../../ui/Field.tsx";
import type { WidgetProps } from "../state/widget.ts";
import styles from "./map-controls.module.css";

const TYPES = [
  { value: "FIXED", label: t("Same at every zoom") },
  { value: "LINEAR", label: t("Grows linearly") },
  { value: "EXP", label: t("Grows exponentially") },
];
type Growth = "FIXED" | "LINEAR" | "EXP";
const ZOOMS = Array.from({ length: 29 }, (_, zoom) => zoom);

interface Configs {
  width: number;
  height: number;
  zoom: number;
  slope: number;
  exponent: number;
}
const DEFAULTS: Configs = { width: 100, height: 100, zoom: 6, slope: 30, exponent: 1.2 };

export function ChartSizeControl({ value, onChange, id, label, describedBy }: WidgetProps<"chart-size">) {
  const stored = (value ?? {}) as { type?: Growth; configs?: Partial<Configs> };
  const type = stored.type ?? "FIXED";
  const configs = { ...DEFAULTS, ...stored.configs };
  const change = (next: Growth, part: Partial<Configs>) => {
    const all = { ...configs, ...part };
    onChange({
      type: next,
      configs: all,
      values: Object.fromEntries(ZOOMS.map((zoom) => [zoom, sizeAt(next, all, zoom)])),
    });
  };
  const number = (name: keyof Configs, title: string, [min, step]: readonly [number, number]) => (
    <Field label={title}>
      {(field) => (
        <InputNumber
          id={field}
          className={styles.wide}
          min={min}
          step={step}
          value={configs[name]}
          onChange={(next) => next !== null && change(type, { [name]: next })}
        />
      )}
    </Field>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws its own box
    <div id={id} role="group" aria-label={label} aria-describedby={describedBy} className={styles.group}>
      <Select
        aria-label={t("{control}: growth", { control: label })}
        value={type}
        options={TYPES}
        onChange={(next: Growth) => change(next, {})}
      />
      <div className={styles.columns}>
        {number("width", t("Width"), [10, 10])}
        {number("height", t("Height"), [10, 10])}
      </div>
      {type === "FIXED" ? null : (
        <div className={styles.columns}>
          {number("zoom", t("At zoom"), [0, 1])}
          {type === "LINEAR"
            ? number("slope", t("Pixels per zoom level"), [0, 5])
            : number("exponent", t("Factor per zoom level"), [1, 0.1])}
        </div>
      )}
    </div>
  );
}

function sizeAt(type: Growth, { width, height, zoom, slope, exponent }: Configs, at: number) {
  const steps = at - zoom;
  const grown = type === "LINEAR" ? width + slope * steps : width * exponent ** steps;
  const wide = type === "FIXED" ? width : grown;
  const rounded = Math.max(10, Math.round(wide));
  return { width: rounded, height: Math.max(10, Math.round((rounded * height) / width)) };
}
