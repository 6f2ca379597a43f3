import { InputNumber, Slider } from "antd";
import { type RefObject, useEffect, useRef } from "react";
import { t } from "../../../i18n/translate.ts";
import { toNumber, type WidgetProps } from "../state/widget.ts";
import styles from "./controls.module.css";
import { useDraftValue } from "./use-draft-value.ts";

function numberOf(value: unknown): number | null {
  const number = toNumber(value);
  return typeof number === "number" ? number : null;
}

export function NumberControl(props: WidgetProps<"number">) {
  const { control, id, label, problem, describedBy } = props;
  const { draft, setValue, handlers } = useDraftValue(props, numberOf(props.value));
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
      onChange={setValue}
      {...handlers}
    />
  );
}

export function SliderControl(props: WidgetProps<"slider">) {
  const { control, id, label, describedBy } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { draft, setValue, handlers } = useDraftValue(props, numberOf(props.value) ?? control.min);
  useDescribedHandle(frame, describedBy);
  return (
    <div ref={frame} {...handlers}>
      <Slider
        id={id}
        ariaLabelForHandle={label}
        min={control.min}
        max={control.max}
        step={control.step}
        value={draft}
        onChange={setValue}
      />
    </div>
  );
}

/** The handle has the focus, and antd has no prop for its description. */
function useDescribedHandle(frame: RefObject<HTMLElement | null>, describedBy: string | undefined): void {
  useEffect(() => {
    const handle = frame.current?.querySelector("[role=slider]");
    if (describedBy) handle?.setAttribute("aria-describedby", describedBy);
    else handle?.removeAttribute("aria-describedby");
  }, [frame, describedBy]);
}

/** `[min, max]`; null = unbounded. */
export function BoundsControl(props: WidgetProps<"bounds">) {
  const { id, label, describedBy } = props;
  const { draft, setValue, handlers } = useDraftValue(props, boundsOf(props.value));
  const [min, max] = draft;
  return (
    <div className={styles.pair} {...handlers}>
      <InputNumber
        id={id}
        aria-label={t("{control}: minimum", { control: label })}
        aria-describedby={describedBy}
        placeholder={t("Min")}
        value={min}
        onChange={(next) => setValue([next, max])}
      />
      <InputNumber
        aria-label={t("{control}: maximum", { control: label })}
        aria-describedby={describedBy}
        placeholder={t("Max")}
        value={max}
        onChange={(next) => setValue([min, next])}
      />
    </div>
  );
}

function boundsOf(value: unknown): [number | null, number | null] {
  const [min = null, max = null] = Array.isArray(value) ? (value as (number | null)[]) : [];
  return [min, max];
}
