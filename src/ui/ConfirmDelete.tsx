import { Input } from "antd";
import { type ReactNode, useId, useState } from "react";
import { Dialog } from "./Dialog.tsx";

export interface ConfirmDeleteProps {
  open: boolean;
  /** "Delete dataset?" */
  title: string;
  /** What depends on it and what will happen. */
  children: ReactNode;
  busy?: boolean;
  /** The word to type; DELETE unless said. */
  word?: string;
  /** The primary button; "Delete" unless said. */
  verb?: string;
  onConfirm(): void;
  onClose(): void;
}

/** Asks for a typed word before something is destroyed. Case does not matter. */
export function ConfirmDelete(props: ConfirmDeleteProps) {
  const { open, title, children, busy, word = "DELETE", verb = "Delete", onConfirm, onClose } = props;
  const [typed, setTyped] = useState("");
  const id = useId();
  const fits = typed.trim().toUpperCase() === word;
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      primary={{ label: verb, danger: true, disabled: !fits, loading: busy, onClick: onConfirm }}
    >
      <div>{children}</div>
      <label htmlFor={id} style={{ display: "block", margin: "16px 0 4px", fontSize: 12 }}>
        Type {word} to confirm
      </label>
      <Input
        id={id}
        autoFocus
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={() => fits && onConfirm()}
      />
    </Dialog>
  );
}
