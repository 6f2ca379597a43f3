import { Button, Switch } from "antd";
import { useId } from "react";
import { Kbd } from "../../../ui/Kbd.tsx";
import { useDerivedState, useWorkbench } from "../workbench/store-context.ts";
import { useLive } from "../workbench/use-live.ts";
import styles from "./controls.module.css";

export function RunBar() {
  const { store, run } = useWorkbench();
  const { isOn, slowMs, setOn } = useLive();
  const { drawn, isStale, problems } = useDerivedState();
  const switchId = useId();
  const count = Object.keys(problems).length;
  const isRunning = run.status === "loading" && run.stop !== undefined;
  return (
    <div className={styles.runBar}>
      <span className={styles.live} title={slowMs === undefined ? undefined : slowText(slowMs, isOn)}>
        <Switch
          id={switchId}
          size="small"
          checked={isOn}
          aria-describedby={slowMs === undefined ? undefined : `${switchId}-why`}
          onChange={setOn}
        />
        <label htmlFor={switchId}>Live</label>
        {slowMs === undefined ? null : (
          <span id={`${switchId}-why`} className={styles.slow}>
            <span className="visually-hidden">Queries take </span>
            {secondsOf(slowMs)}
          </span>
        )}
      </span>
      {isRunning ? (
        <Button danger onClick={run.stop}>
          Stop
        </Button>
      ) : (
        <Button
          type={isStale && !isOn ? "primary" : "default"}
          disabled={count > 0}
          title={count > 0 ? "Fix the highlighted settings first" : undefined}
          onClick={() => store.getState().run()}
        >
          {drawn ? "Update chart" : "Create chart"}
          <Kbd keys="Mod+Enter" />
        </Button>
      )}
    </div>
  );
}

const secondsOf = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const slowText = (ms: number, isOn: boolean) =>
  isOn
    ? `This dataset is slow (${secondsOf(ms)}). Turn live update off to avoid a query on every change.`
    : `Live update is off because this dataset is slow (${secondsOf(ms)}). Turn it on to update on every change.`;
