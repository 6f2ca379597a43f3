import type { ReactNode } from "react";
import { Dialog } from "../../ui/Dialog.tsx";
import { useFirstProblem } from "../../ui/first-problem.ts";
import styles from "./FormDialog.module.css";

interface FormDialogProps {
  title: string;
  verb: string;
  width?: 600 | 720 | 960;
  form: {
    isChanged: boolean;
    canSave?: boolean;
    isBusy: boolean;
    /** Failed attempts to save. */
    failures?: number;
    failure?: string | undefined;
    save(): Promise<void>;
  };
  footerNote?: ReactNode;
  children: ReactNode;
  onClose(): void;
}

export function FormDialog({ title, verb, width, form, footerNote, children, onClose }: FormDialogProps) {
  const place = useFirstProblem<HTMLFormElement>(form.failures ?? 0);
  return (
    <Dialog
      open
      title={title}
      width={width}
      onClose={onClose}
      dirty={form.isChanged}
      footerNote={footerNote}
      primary={{ label: verb, onClick: form.save, loading: form.isBusy, disabled: !(form.canSave ?? form.isChanged) }}
    >
      <form
        ref={place}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        {children}
        <input type="submit" hidden />
        {form.failure ? (
          <p className={styles.failure} role="alert">
            {form.failure}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
