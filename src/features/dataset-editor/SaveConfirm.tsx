import { Button, Modal } from "antd";
import { useId, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import styles from "./dataset-editor.module.css";
import { type Usage, usageText } from "./usage.ts";

interface SaveConfirmProps {
  usage: Usage | undefined;
  isSourceChanged: boolean;
  error: string | undefined;
  isBusy: boolean;
  onCancel(): void;
  onSave(syncColumns: boolean): void;
}

export function SaveConfirm({ usage, isSourceChanged, error, isBusy, onCancel, onSave }: SaveConfirmProps) {
  const [willSync, setWillSync] = useState(true);
  const id = useId();
  const affected = usage && usage.charts.count > 0 ? usageText(usage) : undefined;
  return (
    <Modal
      open
      title={error ? t("Error saving dataset") : t("Save dataset?")}
      width={440}
      onCancel={onCancel}
      footer={
        <div className={styles.confirmFooter}>
          <Button onClick={onCancel}>{t("Cancel")}</Button>
          <Button type="primary" loading={isBusy} autoFocus onClick={() => onSave(isSourceChanged && willSync)}>
            {t("Save")}
          </Button>
        </div>
      }
    >
      {error ? (
        <p role="alert" className={styles.confirmError}>
          {error}
        </p>
      ) : null}
      <p>
        {affected
          ? t("This affects every chart on this dataset: {charts}.", { charts: affected })
          : t("No chart uses this dataset yet.")}
      </p>
      {isSourceChanged ? (
        <label htmlFor={id} className={styles.confirmSync}>
          <Checkbox id={id} checked={willSync} onChange={(event) => setWillSync(event.target.checked)} />
          {t("Automatically sync columns")}
        </label>
      ) : null}
    </Modal>
  );
}
