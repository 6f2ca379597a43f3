import { Checkbox, InputNumber } from "antd";
import { useRef, useState } from "react";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { changeMetadata } from "../state/change-metadata.ts";
import { useDashboardPage } from "../state/context.ts";
import type { AutoRefresh } from "../state/use-auto-refresh.ts";
import styles from "./Header.module.css";

/** An interval of one's own, for this session or kept with the dashboard. */
export function IntervalDialog({ refresh, onClose }: { refresh: AutoRefresh; onClose(): void }) {
  const { store, canEdit } = useDashboardPage();
  const [seconds, setSeconds] = useState<number | null>(refresh.seconds || 60);
  const [isKept, setKept] = useState(false);
  /** Enter brings a number within its bounds and sets it before the next render. */
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
    if (isKept) await changeMetadata(store, { refresh_frequency: seconds });
  };
  return (
    <Dialog
      open
      title="Auto-refresh"
      onClose={onClose}
      primary={{ label: "Set interval", disabled: seconds === null, onClick: () => void set() }}
    >
      <div className={styles.embed}>
        <Field label="Refresh every" hint="Refreshing pauses while the page is out of sight.">
          {(id) => (
            <InputNumber
              id={id}
              className={styles.interval}
              suffix="seconds"
              min={1}
              max={604_800}
              precision={0}
              value={seconds}
              onChange={change}
              onPressEnter={(event) => {
                // Ctrl+Enter is the dialog's own.
                if (event.ctrlKey || event.metaKey) return;
                // The button that has the focus then would be pressed too.
                event.preventDefault();
                void set();
              }}
              autoFocus
            />
          )}
        </Field>
        {canEdit ? (
          <Checkbox checked={isKept} onChange={(event) => setKept(event.target.checked)}>
            Keep it with the dashboard, for everybody who opens it
          </Checkbox>
        ) : null}
      </div>
    </Dialog>
  );
}
