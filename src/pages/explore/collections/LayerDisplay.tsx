import { ColorPicker, InputNumber, Select } from "antd";
import styles from "../../../features/adhoc/editors.module.css";
import { number } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Field } from "../../../ui/Field.tsx";
import controls from "../controls/controls.module.css";
import type { LayerFieldsProps } from "./LayerEditor.tsx";

const STYLES = [
  { value: "solid", label: t("Solid") },
  { value: "dashed", label: t("Dashed") },
  { value: "longDashed", label: t("Long dashed") },
  { value: "dotted", label: t("Dotted") },
];
const OPACITIES = [
  { value: "", label: t("Automatic") },
  { value: "opacityLow", label: number(0.2) },
  { value: "opacityMedium", label: number(0.5) },
  { value: "opacityHigh", label: number(0.8) },
];

export function LayerDisplay({ draft, onChange }: LayerFieldsProps) {
  const isLine = draft.annotationType === "TIME_SERIES";
  return (
    <>
      <Field label={t("Style")}>
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            value={draft.style || "solid"}
            options={STYLES}
            onChange={(style: string) => onChange({ style })}
          />
        )}
      </Field>
      <Field label={t("Opacity")}>
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            value={draft.opacity ?? ""}
            options={OPACITIES}
            onChange={(opacity: string) => onChange({ opacity })}
          />
        )}
      </Field>
      <Field label={t("Line width (px)")}>
        {(id) => (
          <InputNumber
            id={id}
            className={styles.wide}
            min={1}
            max={10}
            value={draft.width ?? 1}
            onChange={(width) => onChange({ width })}
          />
        )}
      </Field>
      <div className={styles.field}>
        <ColorPicker
          value={draft.color || undefined}
          allowClear
          showText={() => draft.color || t("Automatic color")}
          onChangeComplete={(color) => onChange({ color: color.toHexString() })}
          onClear={() => onChange({ color: null })}
        />
      </div>
      {isLine ? (
        <div className={styles.field}>
          <LayerFlag
            draft={draft}
            onChange={onChange}
            name="showMarkers"
            label={t("Show markers")}
            isOn={draft.showMarkers === true}
          />
          <LayerFlag
            draft={draft}
            onChange={onChange}
            name="hideLine"
            label={t("Hide line")}
            isOn={draft.hideLine === true}
          />
        </div>
      ) : null}
    </>
  );
}

interface LayerFlagProps extends LayerFieldsProps {
  name: "show" | "showLabel" | "showMarkers" | "hideLine";
  label: string;
  isOn: boolean;
}

export function LayerFlag({ onChange, name, label, isOn }: LayerFlagProps) {
  return <LayerCheck label={label} isOn={isOn} onChange={(next) => onChange({ [name]: next })} />;
}

export function LayerCheck({ label, isOn, onChange }: { label: string; isOn: boolean; onChange(isOn: boolean): void }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
    <label className={controls.check}>
      <Checkbox checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}
