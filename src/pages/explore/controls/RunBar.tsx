import { Button, Switch } from "antd";
import { useId } from "react";
import { Kbd } from "../../../ui/Kbd.tsx";
import { useBench, useStanding } from "../workbench/store-context.ts";
import { useLive } from "../workbench/use-live.ts";
import styles from "./controls.module.css";

/** The live switch, and the button that creates, updates or stops the chart. */
export function RunBar() {
  const { store, run } = useBench();
  const { isOn, slowMs, want } = useLive();
  const { drawn, isStale, problems } = useStanding();
  const switchId = useId();
  const count = Object.keys(problems).length;
  const isRunning = run.status === "loading" && run.stop !== undefined;
  return (
    <div className={styles.runBar}>
      <span className={styles.live} title={slowMs === undefined ? undefined : slowWords(slowMs)}>
        <Switch
          id={switchId}
          size="small"
          checked={isOn}
          aria-describedby={slowMs === undefined ? undefined : `${switchId}-why`}
          onChange={want}
        />
        <label htmlFor={switchId}>Live</label>
        {slowMs === undefined ? null : (
          <span id={`${switchId}-why`} className={styles.slow}>
            <span className="visually-hidden">answers take </span>
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
          title={count > 0 ? "Some controls need attention first" : undefined}
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

const slowWords = (ms: number) =>
  `This dataset usually answers in ${secondsOf(ms)}: charts wait for Update chart, or follow every change when this is on.`;
