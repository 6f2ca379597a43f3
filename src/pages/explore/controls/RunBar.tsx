import { Button, Switch } from "antd";
import { useId } from "react";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import { Kbd } from "../../../ui/Kbd.tsx";
import { secondsText } from "../state/speed.ts";
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
        <label htmlFor={switchId}>{t("Live")}</label>
        {slowMs === undefined ? null : (
          <span id={`${switchId}-why`} className={styles.slow}>
            {rich("<hidden>Queries take </hidden>{time}", {
              time: secondsText(slowMs, 1),
              hidden: (text) => <span className="visually-hidden">{text}</span>,
            })}
          </span>
        )}
      </span>
      {isRunning ? (
        <Button danger onClick={run.stop}>
          {t("Stop")}
        </Button>
      ) : (
        <Button
          type={isStale && !isOn ? "primary" : "default"}
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

const slowText = (ms: number, isOn: boolean) =>
  isOn
    ? t("This dataset is slow ({time}). Turn live update off to avoid a query on every change.", {
        time: secondsText(ms, 1),
      })
    : t("Live update is off because this dataset is slow ({time}). Turn it on to update on every change.", {
        time: secondsText(ms, 1),
      });
