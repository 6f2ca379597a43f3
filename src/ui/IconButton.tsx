import type { ComponentProps, ReactNode } from "react";
import styles from "./IconButton.module.css";
import { writtenKeys } from "./Kbd.tsx";
import { Tooltip, type TooltipSide } from "./Tooltip.tsx";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "title"> {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  /** Shortcut shown after the label, e.g. `Mod+K`. */
  keys?: string;
  size?: 24 | 28 | 32;
  /** On, for toggles. */
  pressed?: boolean;
  tooltipSide?: TooltipSide;
}

/** A button that is only an icon: always has a name and a tooltip, and is never smaller than 24 px. */
export function IconButton({
  label,
  icon,
  keys,
  size = 28,
  pressed,
  tooltipSide,
  className,
  ...rest
}: IconButtonProps) {
  const names = [styles.button, pressed && styles.pressed, className].filter(Boolean).join(" ");
  return (
    <Tooltip title={keys ? `${label} · ${writtenKeys(keys)}` : label} placement={tooltipSide}>
      <button type="button" aria-label={label} aria-pressed={pressed} data-size={size} {...rest} className={names}>
        {icon}
      </button>
    </Tooltip>
  );
}
