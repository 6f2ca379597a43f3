import { Input } from "antd";
import { type ReactNode, useId, useState } from "react";
import { t } from "../i18n/translate.ts";
import { Dialog } from "./Dialog.tsx";

export interface ConfirmDeleteProps {
  open: boolean;
  title: string;
  children: ReactNode;
  busy?: boolean;
  /** To type; null if nothing is lost. */
  word?: string | null;
  verb?: string;
  onConfirm(): void;
  onClose(): void;
}

export function ConfirmDelete(props: ConfirmDeleteProps) {
  const { open, title, children, busy, word = t("DELETE"), verb = t("Delete"), onConfirm, onClose } = props;
  const [typed, setTyped] = useState("");
  const id = useId();
  const isConfirmed = word === null || typed.trim().toUpperCase() === word.toUpperCase();
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      primary={{ label: verb, danger: true, disabled: !isConfirmed, loading: busy, onClick: onConfirm }}
    >
      <div>{children}</div>
      {word === null ? null : (
        <>
          <label htmlFor={id} style={{ display: "block", margin: "16px 0 4px", fontSize: 12 }}>
            {t("Type {word} to confirm", { word })}
          </label>
          <Input
            id={id}
            autoFocus
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onPressEnter={() => isConfirmed && onConfirm()}
          />
        </>
      )}
    </Dialog>
  );
}
