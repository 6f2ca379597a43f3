import type { ComponentProps, ReactNode } from "react";
import styles from "./IconButton.module.css";
import { shortcutText } from "./Kbd.tsx";
import { Tooltip, type TooltipSide } from "./Tooltip.tsx";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "title"> {
  label: string;
  icon: ReactNode;
  /** Shortcut shown in the tooltip, such as `Mod+K`. */
  keys?: string;
  size?: 24 | 28 | 32;
  pressed?: boolean;
  tooltipSide?: TooltipSide;
}

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
    <Tooltip title={keys ? `${label} · ${shortcutText(keys)}` : label} placement={tooltipSide}>
      <button type="button" aria-label={label} aria-pressed={pressed} data-size={size} {...rest} className={names}>
        {icon}
      </button>
    </Tooltip>
  );
}
