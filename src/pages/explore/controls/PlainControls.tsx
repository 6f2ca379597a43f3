import { ColorPicker, Input, InputNumber, Slider } from "antd";
import { useEffect, useState } from "react";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { CodeEditor } from "../../../ui/CodeEditor.tsx";
import { useDebouncedCallback } from "../../../web/clock.ts";
import styles from "./controls.module.css";
import { toNumber, type WidgetProps } from "./widget.ts";

/** A text that is written into the form once typing rests, or the field is left. */
function useTyped({ value, onChange, isImmediate }: Pick<WidgetProps, "value" | "onChange" | "isImmediate">) {
  const outside = value === null || value === undefined ? "" : String(value);
  const [text, setText] = useState(outside);
  useEffect(() => setText(outside), [outside]);
  const emit = useDebouncedCallback(onChange);
  const type = (next: string) => {
    setText(next);
    if (isImmediate) onChange(next);
    else emit(next);
  };
  const leave = () => {
    if (text !== outside) onChange(text);
  };
  return { text, type, leave };
}

export function TextControl(props: WidgetProps<"text">) {
  const { control, id, label, problem } = props;
  const { text, type, leave } = useTyped(props);
  return (
    <Input
      id={id}
      aria-label={label}
      value={text}
      placeholder={control.placeholder}
      status={problem ? "error" : undefined}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
    />
  );
}

export function TextAreaControl(props: WidgetProps<"textarea">) {
  const { control, id, label, problem } = props;
  const { text, type, leave } = useTyped(props);
  if (control.language && control.language !== "text") {
    return (
      <CodeEditor
        id={id}
        label={label}
        language={control.language}
        value={text}
        problem={problem ? { message: problem, line: null, column: null, endColumn: null } : undefined}
        onChange={type}
        onBlur={leave}
      />
    );
  }
  return (
    <Input.TextArea
      id={id}
      aria-label={label}
      value={text}
      status={problem ? "error" : undefined}
      autoSize={{ minRows: 3, maxRows: 16 }}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
    />
  );
}

export function NumberControl({ control, value, onChange, id, label, problem }: WidgetProps<"number">) {
  const number = toNumber(value);
  return (
    <InputNumber
      id={id}
      aria-label={label}
      className={styles.wide}
      value={typeof number === "number" ? number : null}
      min={control.min}
      max={control.max}
      step={control.step ?? 1}
      precision={control.integer ? 0 : undefined}
      status={problem ? "error" : undefined}
      onChange={(next) => onChange(next)}
    />
  );
}

export function SliderControl({ control, value, onChange, id, label }: WidgetProps<"slider">) {
  const number = toNumber(value);
  return (
    <Slider
      id={id}
      ariaLabelForHandle={label}
      min={control.min}
      max={control.max}
      step={control.step}
      value={typeof number === "number" ? number : control.min}
      onChange={onChange}
    />
  );
}

export function CheckboxControl({ value, onChange, id, label }: WidgetProps<"checkbox">) {
  return (
    <label className={styles.check} htmlFor={id}>
      <Checkbox id={id} checked={value === true} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}

interface Rgba {
  r: number;
  g: number;
  b: number;
  a: number;
}

function isRgba(value: unknown): value is Rgba {
  return typeof value === "object" && value !== null && "r" in value && "g" in value && "b" in value;
}

export function ColorControl({ value, onChange, label }: WidgetProps<"color">) {
  const css = isRgba(value) ? `rgba(${value.r},${value.g},${value.b},${value.a ?? 1})` : String(value ?? "");
  return (
    <ColorPicker
      aria-label={label}
      value={css || undefined}
      showText
      onChangeComplete={(color) =>
        onChange(isRgba(value) || value === undefined ? rgbaOf(color.toRgb()) : color.toHexString())
      }
    />
  );
}

function rgbaOf({ r, g, b, a }: Rgba): Rgba {
  return { r: Math.round(r), g: Math.round(g), b: Math.round(b), a };
}

/** `[lowest, highest]`, either end open. */
export function BoundsControl({ value, onChange, id, label }: WidgetProps<"bounds">) {
  const [min = null, max = null] = Array.isArray(value) ? (value as (number | null)[]) : [];
  return (
    <div className={styles.pair}>
      <InputNumber
        id={id}
        aria-label={`${label}: minimum`}
        placeholder="Min"
        value={min}
        onChange={(next) => onChange([next, max])}
      />
      <InputNumber
        aria-label={`${label}: maximum`}
        placeholder="Max"
        value={max}
        onChange={(next) => onChange([min, next])}
      />
    </div>
  );
}
