import { Tooltip } from "antd";
import { type RefObject, useEffect, useState } from "react";
import { inlinePlacement } from "../i18n/direction.ts";
import { Anchor } from "./Anchor.tsx";
import type { TooltipSide } from "./Tooltip.tsx";

interface TooltipPopupProps {
  anchor: RefObject<HTMLElement | null>;
  title: string;
  placement?: TooltipSide;
  isOver: boolean;
}

const DELAY_MS = 300;

export function TooltipPopup({ anchor, title, placement, isOver }: TooltipPopupProps) {
  const [isDelayOver, setDelayOver] = useState(false);
  useEffect(() => {
    if (!isOver) return setDelayOver(false);
    const timer = setTimeout(() => setDelayOver(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, [isOver]);
  return (
    <Tooltip title={title} placement={inlinePlacement(placement)} open={isOver && isDelayOver} trigger={[]}>
      <Anchor anchor={anchor} />
    </Tooltip>
  );
}
