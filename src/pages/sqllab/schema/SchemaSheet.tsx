import { Drawer } from "antd";
import { SchemaPanel } from "./SchemaPanel.tsx";
import styles from "./schema.module.css";

export function SchemaSheet({ onClose }: { onClose(): void }) {
  return (
    <Drawer open title="Schema" placement="left" size={320} onClose={onClose} className={styles.sheet}>
      <SchemaPanel />
    </Drawer>
  );
}
