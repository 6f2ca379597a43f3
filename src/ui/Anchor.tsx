import { type Ref, type RefObject, useImperativeHandle } from "react";

interface AnchorProps {
  anchor: RefObject<HTMLElement | null>;
  ref?: Ref<HTMLElement>;
}

/** For popups that require a child element: refers to a control rendered elsewhere, and renders nothing. */
export function Anchor({ anchor, ref }: AnchorProps) {
  useImperativeHandle(ref, () => anchor.current as HTMLElement);
  return null;
}
