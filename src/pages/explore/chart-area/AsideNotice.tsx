import { Button } from "antd";
import { X } from "lucide-react";
import { IconButton } from "../../../ui/IconButton.tsx";
import { useBench, useExplore } from "../workbench/store-context.ts";
import styles from "./chart-area.module.css";

/** After a change of type: what found no place, and the way back. */
export function AsideNotice() {
  const { store } = useBench();
  const setAside = useExplore((state) => state.setAside);
  if (setAside.length === 0) return null;
  return (
    <div className={styles.aside} role="status">
      <span>
        Set aside: {setAside.map((one) => one.label).join(", ")}. They come back with a chart type that uses them.
      </span>
      <Button size="small" onClick={() => store.getState().undo()}>
        Undo
      </Button>
      <IconButton label="Dismiss" icon={<X size={14} />} size={24} onClick={() => store.getState().dismissAside()} />
    </div>
  );
}
