import { Checkbox, InputNumber } from "antd";
import { useRef, useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { changeMetadata } from "../state/change-metadata.ts";
import { useDashboardPage } from "../state/context.ts";
import type { AutoRefresh } from "../state/use-auto-refresh.ts";
import styles from "./Header.module.css";

export function IntervalDialog({ refresh, onClose }: { refresh: AutoRefresh; onClose(): void }) {
  const { store, canEdit } = useDashboardPage();
  const [seconds, setSeconds] = useState<number | null>(refresh.seconds || 60);
  const [isSaved, setSaved] = useState(false);
  /** On Enter the field corrects the number to its bounds just before `set` runs, ahead of the next render. */
  const latest = useRef(seconds);
  const change = (value: number | null) => {
    latest.current = value;
    setSeconds(value);
  };
  const set = async () => {
    const { current: seconds } = latest;
    if (seconds === null) return;
    refresh.setSeconds(seconds);
    onClose();
    if (isSaved) await changeMetadata(store, { refresh_frequency: seconds });
  };
  return (
    <Dialog
      open
      title={t("Auto-refresh")}
      onClose={onClose}
      primary={{ label: t("Set interval"), disabled: seconds === null, onClick: () => void set() }}
    >
      <div className={styles.embed}>
        <Field label={t("Refresh every")} hint={t("Refresh pauses while this tab is hidden.")}>
          {(id) => (
            <InputNumber
              id={id}
              className={styles.interval}
              suffix={t("seconds")}
              min={1}
              max={604_800}
              precision={0}
              value={seconds}
              onChange={change}
              onPressEnter={(event) => {
                // Ctrl+Enter belongs to the dialog.
                if (event.ctrlKey || event.metaKey) return;
                // Otherwise Enter would also press the button that gets the focus.
                event.preventDefault();
                void set();
              }}
              autoFocus
            />
          )}
        </Field>
        {canEdit ? (
          <Checkbox checked={isSaved} onChange={(event) => setSaved(event.target.checked)}>
            {t("Save as the dashboard default")}
          </Checkbox>
        ) : null}
      </div>
    </Dialog>
  );
}
