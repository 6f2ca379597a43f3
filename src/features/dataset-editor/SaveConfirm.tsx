import { Button, Modal } from "antd";
import { useId, useState } from "react";
import { Checkbox } from "../../ui/Checkbox.tsx";
import styles from "./dataset-editor.module.css";
import { reachText, type Usage } from "./usage.ts";

interface SaveConfirmProps {
  usage: Usage | undefined;
  isSourceChanged: boolean;
  error: string | undefined;
  isBusy: boolean;
  onCancel(): void;
  onSave(syncColumns: boolean): void;
}

/** Says what a save reaches before it happens, and what went wrong when it did. */
export function SaveConfirm({ usage, isSourceChanged, error, isBusy, onCancel, onSave }: SaveConfirmProps) {
  const [syncs, setSyncs] = useState(true);
  const id = useId();
  const reach = usage && usage.charts.count > 0 ? reachText(usage) : undefined;
  return (
    <Modal
      open
      title={error ? "Error saving dataset" : "Save dataset?"}
      width={440}
      onCancel={onCancel}
      footer={
        <div className={styles.confirmFooter}>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="primary" loading={isBusy} autoFocus onClick={() => onSave(isSourceChanged && syncs)}>
            Save
          </Button>
        </div>
      }
    >
      {error ? (
        <p role="alert" className={styles.confirmError}>
          {error}
        </p>
      ) : null}
      <p>{reach ? `Every chart of this dataset changes with it: ${reach}.` : "No chart uses this dataset yet."}</p>
      {isSourceChanged ? (
        <label htmlFor={id} className={styles.confirmSync}>
          <Checkbox id={id} checked={syncs} onChange={(event) => setSyncs(event.target.checked)} />
          Automatically sync columns
        </label>
      ) : null}
    </Modal>
  );
}
