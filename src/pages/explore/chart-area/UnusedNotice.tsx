import { Button } from "antd";
import { X } from "lucide-react";
import { list } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import type { UnusedChoice } from "../state/type-switch.ts";
import { useExplore, useWorkbench } from "../workbench/store-context.ts";
import styles from "./chart-area.module.css";

/** Look options are easily made again: together they are one. */
function namesOf(unused: readonly UnusedChoice[]): string[] {
  const data = unused.filter(({ isLook }) => !isLook).map(({ label }) => label);
  const looks = unused.length - data.length;
  if (looks === 0) return data;
  return [...data, t("{count, plural, one {# appearance setting} other {# appearance settings}}", { count: looks })];
}

export function UnusedNotice() {
  const { store } = useWorkbench();
  const newlyUnused = useExplore((state) => state.newlyUnused);
  if (newlyUnused.length === 0) return null;
  return (
    <div className={styles.notice} role="status">
      <span>
        {t("Not used by this chart type: {controls}. They'll return if you switch back.", {
          controls: list(namesOf(newlyUnused), "commas"),
        })}
      </span>
      <Button size="small" onClick={() => store.getState().undo()}>
        {t("Undo")}
      </Button>
      <IconButton
        label={t("Dismiss")}
        icon={<X size={14} />}
        size={24}
        onClick={() => store.getState().dismissUnused()}
      />
    </div>
  );
}
