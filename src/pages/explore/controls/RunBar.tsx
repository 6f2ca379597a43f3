import { Button, Switch } from "antd";
import { useId } from "react";
import { t } from "../../../i18n/translate.ts";
import { Kbd } from "../../../ui/Kbd.tsx";
import { Tooltip } from "../../../ui/Tooltip.tsx";
import { FAST_MS, secondsText } from "../state/speed.ts";
import { useDerivedState, useExplore, useWorkbench } from "../workbench/store-context.ts";
import { useLive } from "../workbench/use-live.ts";
import styles from "./controls.module.css";

export function RunBar() {
  const { store, run } = useWorkbench();
  const isLive = useExplore((state) => state.live);
  const { drawn, isStale, problems } = useDerivedState();
  const count = Object.keys(problems).length;
  const isRunning = run.status === "loading" && run.stop !== undefined;
  return (
    <div className={styles.runBar}>
      <LiveSwitch />
      {isRunning ? (
        <Button danger onClick={run.stop}>
          {t("Stop")}
        </Button>
      ) : (
        <Button
          type={isStale && !isLive ? "primary" : "default"}
          disabled={count > 0}
          title={count > 0 ? t("Fix the highlighted settings first") : undefined}
          onClick={() => store.getState().run()}
        >
          {drawn ? t("Update chart") : t("Create chart")}
          <Kbd keys="Mod+Enter" />
        </Button>
      )}
    </div>
  );
}

function LiveSwitch() {
  const { isOn, isDefault, slowMs, setOn } = useLive();
  const id = useId();
  const isSlow = isOn && slowMs !== undefined;
  const isOffByDefault = !isOn && isDefault;
  const about = isSlow
    ? t("This dataset is slow ({time}). Turn live update off to avoid a query on every change.", {
        time: secondsText(slowMs, 1),
      })
    : t("Updates the chart on every change. Your choice is remembered for this dataset.");
  return (
    <>
      {isOffByDefault ? (
        <p id={`${id}-why`} className={styles.whyOff}>
          {t("Live update is off for this dataset: its queries take longer than {time}.", {
            time: secondsText(FAST_MS, 0),
          })}
        </p>
      ) : null}
      <Tooltip title={isOffByDefault ? "" : about} placement="top">
        <span className={styles.live}>
          <Switch
            id={id}
            size="small"
            checked={isOn}
            aria-describedby={isOffByDefault ? `${id}-why` : `${id}-about`}
            onChange={setOn}
          />
          <label htmlFor={id}>{t("Live")}</label>
          {isSlow ? (
            <span className={styles.slow} aria-hidden>
              {secondsText(slowMs, 1)}
            </span>
          ) : null}
          <span id={`${id}-about`} hidden>
            {about}
          </span>
        </span>
      </Tooltip>
    </>
  );
}
