import { type ReactElement, type ReactNode, useState } from "react";

interface FirstClickProps {
  /** The button before it was ever clicked. */
  button(open: () => void): ReactElement;
  /** The same button with its menu, open to begin with; its code comes with the first click. */
  children: ReactNode;
}

/** A button whose menu is loaded when it is first asked for. */
export function FirstClick({ button, children }: FirstClickProps) {
  const [wasClicked, setClicked] = useState(false);
  return wasClicked ? children : button(() => setClicked(true));
}
