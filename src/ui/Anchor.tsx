import { type Ref, type RefObject, useImperativeHandle } from "react";

interface AnchorProps {
  anchor: RefObject<HTMLElement | null>;
  ref?: Ref<HTMLElement>;
}

/** Stands for a control that is drawn elsewhere where a popup expects its own child; draws nothing. */
export function Anchor({ anchor, ref }: AnchorProps) {
  useImperativeHandle(ref, () => anchor.current as HTMLElement);
  return null;
}
