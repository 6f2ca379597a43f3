import { Tooltip } from "antd";
import { type RefObject, useEffect, useState } from "react";
import { Anchor } from "./Anchor.tsx";
import type { TooltipSide } from "./Tooltip.tsx";

interface TooltipPopupProps {
  anchor: RefObject<HTMLElement | null>;
  title: string;
  placement?: TooltipSide;
  /** The pointer or the focus is on the control. */
  isOver: boolean;
}

/** How long it rests there before the words appear, milliseconds. */
const REST_MS = 300;

/** The words of a tooltip: antd's, placed at a control that is drawn elsewhere. */
export function TooltipPopup({ anchor, title, placement, isOver }: TooltipPopupProps) {
  const [hasRested, setHasRested] = useState(false);
  useEffect(() => {
    if (!isOver) return setHasRested(false);
    const timer = setTimeout(() => setHasRested(true), REST_MS);
    return () => clearTimeout(timer);
  }, [isOver]);
  return (
    <Tooltip title={title} placement={placement} open={isOver && hasRested} trigger={[]}>
      <Anchor anchor={anchor} />
    </Tooltip>
  );
}
