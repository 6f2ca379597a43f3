import { Input, InputNumber, Slider } from "antd";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { CodeEditor } from "../../../ui/CodeEditor.tsx";
import { useDebouncedCallback } from "../../../web/clock.ts";
import { useLeaving } from "../workbench/use-leaving.ts";
import styles from "./controls.module.css";
import { toNumber, type WidgetProps } from "./widget.ts";

/** What is being written, passed into the form once writing rests, the field is left, or a shortcut is pressed. */
function useTyped<T>(
  { onChange, isImmediate }: Pick<WidgetProps, "onChange" | "isImmediate">,
  outside: T,
): { draft: T; type(next: T): void; keep: { onBlur(): void; onKeyDown(event: KeyboardEvent): void } } {
  const [draft, setDraft] = useState(outside);
  const key = JSON.stringify(outside);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list of the same numbers is the same value
  useEffect(() => setDraft(outside), [key]);
  const emit = useDebouncedCallback(onChange);
  const flush = () => {
    if (JSON.stringify(draft) !== key) onChange(draft);
  };
  useLeaving(flush);
  return {
    draft,
    type: (next) => {
      setDraft(next);
      if (isImmediate) onChange(next);
      else emit(next);
    },
    keep: {
      onBlur: flush,
      onKeyDown: (event) => {
        if (event.key === "Enter" || event.ctrlKey || event.metaKey) flush();
      },
    },
  };
}

const textOf = (value: unknown) => (value === null || value === undefined ? "" : String(value));

function numberOf(value: unknown): number | null {
  const number = toNumber(value);
  return typeof number === "number" ? number : null;
}

export function TextControl(props: WidgetProps<"text">) {
  const { control, id, label, problem, describedBy } = props;
  const { draft: text, type, keep } = useTyped(props, textOf(props.value));
  return (
    <Input
      id={id}
      aria-label={label}
      value={text}
      placeholder={control.placeholder}
      status={problem ? "error" : undefined}
      aria-describedby={describedBy}
      aria-invalid={problem ? true : undefined}
      onChange={(event) => type(event.target.value)}
      {...keep}
    />
  );
}

export function TextAreaControl(props: WidgetProps<"textarea">) {
  const { control, id, label, problem, describedBy } = props;
  const { draft: text, type, keep } = useTyped(props, textOf(props.value));
  if (control.language && control.language !== "text") {
    return (
      <CodeEditor
        id={id}
        label={label}
        language={control.language}
        value={text}
        describedBy={describedBy}
        problem={problem ? { message: problem, line: null, column: null, endColumn: null } : undefined}
        onChange={type}
        onBlur={keep.onBlur}
      />
    );
  }
  return (
    <Input.TextArea
      id={id}
      aria-label={label}
      value={text}
      status={problem ? "error" : undefined}
      aria-describedby={describedBy}
      aria-invalid={problem ? true : undefined}
      autoSize={{ minRows: 3, maxRows: 16 }}
      onChange={(event) => type(event.target.value)}
      {...keep}
    />
  );
}

export function NumberControl(props: WidgetProps<"number">) {
  const { control, id, label, problem, describedBy } = props;
  const { draft, type, keep } = useTyped(props, numberOf(props.value));
  return (
    <InputNumber
      id={id}
      aria-label={label}
      className={styles.wide}
      value={draft}
      min={control.min}
      max={control.max}
      step={control.step ?? 1}
      precision={control.integer ? 0 : undefined}
      status={problem ? "error" : undefined}
      aria-describedby={describedBy}
      aria-invalid={problem ? true : undefined}
      onChange={type}
      {...keep}
    />
  );
}

export function SliderControl(props: WidgetProps<"slider">) {
  const { control, id, label, describedBy } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { draft, type, keep } = useTyped(props, numberOf(props.value) ?? control.min);
  useDescribedHandle(frame, describedBy);
  return (
    <div ref={frame} {...keep}>
      <Slider
        id={id}
        ariaLabelForHandle={label}
        min={control.min}
        max={control.max}
        step={control.step}
        value={draft}
        onChange={type}
      />
    </div>
  );
}

/** The handle takes the focus, and the library gives no way to describe it. */
function useDescribedHandle(frame: RefObject<HTMLElement | null>, describedBy: string | undefined): void {
  useEffect(() => {
    const handle = frame.current?.querySelector("[role=slider]");
    if (describedBy) handle?.setAttribute("aria-describedby", describedBy);
    else handle?.removeAttribute("aria-describedby");
  }, [frame, describedBy]);
}

export function CheckboxControl({ value, onChange, id, label, describedBy }: WidgetProps<"checkbox">) {
  return (
    <label className={styles.check} htmlFor={id}>
      <Checkbox
        id={id}
        aria-describedby={describedBy}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** `[lowest, highest]`, either end open. */
export function BoundsControl(props: WidgetProps<"bounds">) {
  const { id, label, describedBy } = props;
  const { draft, type, keep } = useTyped(props, boundsOf(props.value));
  const [min, max] = draft;
  return (
    <div className={styles.pair} {...keep}>
      <InputNumber
        id={id}
        aria-label={`${label}: minimum`}
        aria-describedby={describedBy}
        placeholder="Min"
        value={min}
        onChange={(next) => type([next, max])}
      />
      <InputNumber
        aria-label={`${label}: maximum`}
        aria-describedby={describedBy}
        placeholder="Max"
        value={max}
        onChange={(next) => type([min, next])}
      />
    </div>
  );
}

function boundsOf(value: unknown): [number | null, number | null] {
  const [min = null, max = null] = Array.isArray(value) ? (value as (number | null)[]) : [];
  return [min, max];
}
