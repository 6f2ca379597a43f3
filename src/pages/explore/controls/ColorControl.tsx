import { ColorPicker } from "antd";
import { type RefObject, useEffect, useRef, useState } from "react";
import { t } from "../../../i18n/translate.ts";
import type { WidgetProps } from "../state/widget.ts";
import styles from "./controls.module.css";

interface Rgba {
  r: number;
  g: number;
  b: number;
  a: number;
}

function isRgba(value: unknown): value is Rgba {
  return typeof value === "object" && value !== null && "r" in value && "g" in value && "b" in value;
}

type ColorProps = Pick<WidgetProps<"color">, "value" | "onChange" | "label"> &
  Partial<Pick<WidgetProps<"color">, "id" | "describedBy">>;

export function ColorControl({ value, onChange, id, label, describedBy }: ColorProps) {
  const [isOpen, setIsOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  useFocusInside(surface, trigger, isOpen);
  const css = isRgba(value) ? `rgba(${value.r},${value.g},${value.b},${value.a ?? 1})` : String(value ?? "");
  const name = isRgba(value) ? hexOf(value) : css || t("None");
  return (
    <ColorPicker
      value={css || undefined}
      open={isOpen}
      onOpenChange={setIsOpen}
      onChangeComplete={(color) =>
        onChange(isRgba(value) || value === undefined ? rgbaOf(color.toRgb()) : color.toHexString())
      }
      panelRender={(panel) => (
        <div
          ref={surface}
          role="dialog"
          aria-label={label}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            setIsOpen(false);
            trigger.current?.focus();
          }}
        >
          {panel}
        </div>
      )}
    >
      <button
        ref={trigger}
        id={id}
        type="button"
        className={styles.color}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-describedby={describedBy}
        aria-label={t("{label}: {value}", { label, value: name })}
      >
        <i style={{ background: css || undefined }} aria-hidden />
        {name}
      </button>
    </ColorPicker>
  );
}

/**
 * The picker stays hidden for some frames while it is positioned, so retry the focus. Clicking its palette moves the
 * focus to the page.
 */
function useFocusInside(
  surface: RefObject<HTMLElement | null>,
  trigger: RefObject<HTMLElement | null>,
  isOpen: boolean,
): void {
  useEffect(() => {
    if (!isOpen) return;
    let frame = 0;
    const take = () => {
      const field = surface.current?.querySelector<HTMLElement>("[class*=hex-input] input");
      field?.focus({ preventScroll: true });
      if (!field || document.activeElement !== field) frame = requestAnimationFrame(take);
    };
    take();
    return () => {
      cancelAnimationFrame(frame);
      if (document.activeElement === document.body) trigger.current?.focus();
    };
  }, [isOpen, surface, trigger]);
}

function hexOf({ r, g, b, a }: Rgba): string {
  const hex = [r, g, b].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("");
  return `#${hex.toUpperCase()}${(a ?? 1) === 1 ? "" : ` ${Math.round(a * 100)} %`}`;
}

function rgbaOf({ r, g, b, a }: Rgba): Rgba {
  return { r: Math.round(r), g: Math.round(g), b: Math.round(b), a };
}
