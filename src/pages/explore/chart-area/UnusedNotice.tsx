import { Button } from "antd";
import { X } from "lucide-react";
import { IconButton } from "../../../ui/IconButton.tsx";
import { useExplore, useWorkbench } from "../workbench/store-context.ts";
import styles from "./chart-area.module.css";

export function UnusedNotice() {
  const { store } = useWorkbench();
  const newlyUnused = useExplore((state) => state.newlyUnused);
  if (newlyUnused.length === 0) return null;
  return (
    <div className={styles.notice} role="status">
      <span>
        Not used by this chart type: {newlyUnused.map((one) => one.label).join(", ")}. They'll return if you switch
        back.
      </span>
      <Button size="small" onClick={() => store.getState().undo()}>
        Undo
      </Button>
      <IconButton label="Dismiss" icon={<X size={14} />} size={24} onClick={() => store.getState().dismissUnused()} />
    </div>
  );
}
