import { cloneElement, type PointerEvent, type ReactElement, useRef, useState } from "react";
import { onDemand } from "./on-demand.tsx";

const TooltipPopup = onDemand(async () => (await import("./TooltipPopup.tsx")).TooltipPopup);

export type TooltipSide = "top" | "bottom" | "left" | "right";

interface TooltipProps {
  /** Nothing appears when it is empty. */
  title: string;
  placement?: TooltipSide;
  /** The control it is about: passes pointer handlers on to its element. */
  children: ReactElement;
}

type Handlers = Partial<
  Record<"onPointerEnter" | "onPointerLeave" | "onPointerDown", (event: PointerEvent<HTMLElement>) => void>
>;

/** Words about a control while the pointer rests on it. A page has dozens: each is made when the pointer first comes. */
export function Tooltip({ title, placement, children }: TooltipProps) {
  const anchor = useRef<HTMLElement | null>(null);
  const [isOver, setIsOver] = useState(false);
  const wasOver = useRef(false);
  wasOver.current ||= isOver;
  const control = children as ReactElement<Handlers>;
  const heard = (name: keyof Handlers, over: boolean) => (event: PointerEvent<HTMLElement>) => {
    control.props[name]?.(event);
    anchor.current = event.currentTarget;
    setIsOver(over);
  };
  return (
    <>
      {cloneElement(control, {
        onPointerEnter: heard("onPointerEnter", true),
        onPointerLeave: heard("onPointerLeave", false),
        onPointerDown: heard("onPointerDown", false),
      })}
      {wasOver.current && title !== "" ? (
        <TooltipPopup anchor={anchor} title={title} placement={placement} isOver={isOver} />
      ) : null}
    </>
  );
}
