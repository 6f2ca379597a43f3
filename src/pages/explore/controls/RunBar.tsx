import { Button, Switch } from "antd";
import { useId } from "react";
import { Kbd } from "../../../ui/Kbd.tsx";
import { writeStored } from "../../../web/storage.ts";
import { useBench, useExplore, useStanding } from "../workbench/store-context.ts";
import styles from "./controls.module.css";

export const LIVE_KEY = "explore.live";

/** The live switch, and the button that creates, updates or stops the chart. */
export function RunBar() {
  const { store, run } = useBench();
  const live = useExplore((state) => state.live);
  const { drawn, isStale, problems } = useStanding();
  const switchId = useId();
  const count = Object.keys(problems).length;
  const isRunning = run.status === "loading" && run.stop !== undefined;
  return (
    <div className={styles.runBar}>
      <span className={styles.live}>
        <Switch
          id={switchId}
          size="small"
          checked={live}
          onChange={(next) => {
            store.getState().setLive(next);
            writeStored(LIVE_KEY, next);
          }}
        />
        <label htmlFor={switchId}>Live</label>
      </span>
      {isRunning ? (
        <Button danger onClick={run.stop}>
          Stop
        </Button>
      ) : (
        <Button
          type={isStale && !live ? "primary" : "default"}
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
