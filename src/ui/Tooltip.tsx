import { cloneElement, type ReactElement, type SyntheticEvent, useRef, useState } from "react";
import { lazyComponent } from "./lazy-component.tsx";

const TooltipPopup = lazyComponent(async () => (await import("./TooltipPopup.tsx")).TooltipPopup);

export type TooltipSide = "top" | "bottom" | "left" | "right";

interface TooltipProps {
  title: string;
  placement?: TooltipSide;
  /** Must pass pointer, focus and key handlers to its element. */
  children: ReactElement;
}

const EVENTS = ["onPointerEnter", "onPointerLeave", "onPointerDown", "onFocus", "onBlur", "onKeyDown"] as const;

type EventName = (typeof EVENTS)[number];
type Handlers = Partial<Record<EventName, (event: SyntheticEvent<HTMLElement>) => void>>;

const SHOWS_TOOLTIP: Readonly<Record<EventName, (element: HTMLElement) => boolean>> = {
  onPointerEnter: () => true,
  onFocus: (element) => element.matches(":focus-visible"),
  onPointerLeave: () => false,
  onPointerDown: () => false,
  onBlur: () => false,
  onKeyDown: () => false,
};

/** Shown on hover and keyboard focus. Mounted on first use, as a page has dozens. */
export function Tooltip({ title, placement, children }: TooltipProps) {
  const anchor = useRef<HTMLElement | null>(null);
  const [isOver, setIsOver] = useState(false);
  const wasOver = useRef(false);
  wasOver.current ||= isOver;
  const control = children as ReactElement<Handlers>;
  const handlerOf = (name: EventName) => (event: SyntheticEvent<HTMLElement>) => {
    control.props[name]?.(event);
    anchor.current = event.currentTarget;
    setIsOver(SHOWS_TOOLTIP[name](event.currentTarget));
  };
  const handlers = Object.fromEntries(EVENTS.map((name) => [name, handlerOf(name)]));
  return (
    <>
      {cloneElement(control, handlers)}
      {wasOver.current && title !== "" ? (
        <TooltipPopup anchor={anchor} title={title} placement={placement} isOver={isOver} />
      ) : null}
    </>
  );
}
