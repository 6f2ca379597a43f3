import { cloneElement, type ReactElement, type SyntheticEvent, useRef, useState } from "react";
import { lazyComponent } from "./lazy-component.tsx";

const TooltipPopup = lazyComponent(async () => (await import("./TooltipPopup.tsx")).TooltipPopup);

export type TooltipSide = "top" | "bottom" | "left" | "right";

interface TooltipProps {
  /** Nothing appears when it is empty. */
  title: string;
  placement?: TooltipSide;
  /** The control it is about: passes handlers of the pointer, the focus and keys on to its element. */
  children: ReactElement;
}

const HEARD = ["onPointerEnter", "onPointerLeave", "onPointerDown", "onFocus", "onBlur", "onKeyDown"] as const;

type Heard = (typeof HEARD)[number];
type Handlers = Partial<Record<Heard, (event: SyntheticEvent<HTMLElement>) => void>>;

/** Whether the pointer, or the focus on its way by keys, rests on the control after that. A press ends it. */
const IS_ON: Readonly<Record<Heard, (element: HTMLElement) => boolean>> = {
  onPointerEnter: () => true,
  onFocus: (element) => element.matches(":focus-visible"),
  onPointerLeave: () => false,
  onPointerDown: () => false,
  onBlur: () => false,
  onKeyDown: () => false,
};

/** Words about a control while the pointer, or the focus of keys, rests on it. A page has dozens: made when one comes. */
export function Tooltip({ title, placement, children }: TooltipProps) {
  const anchor = useRef<HTMLElement | null>(null);
  const [isOver, setIsOver] = useState(false);
  const wasOver = useRef(false);
  wasOver.current ||= isOver;
  const control = children as ReactElement<Handlers>;
  const heard = (name: Heard) => (event: SyntheticEvent<HTMLElement>) => {
    control.props[name]?.(event);
    anchor.current = event.currentTarget;
    setIsOver(IS_ON[name](event.currentTarget));
  };
  const handlers = Object.fromEntries(HEARD.map((name) => [name, heard(name)]));
  return (
    <>
      {cloneElement(control, handlers)}
      {wasOver.current && title !== "" ? (
        <TooltipPopup anchor={anchor} title={title} placement={placement} isOver={isOver} />
      ) : null}
    </>
  );
}
