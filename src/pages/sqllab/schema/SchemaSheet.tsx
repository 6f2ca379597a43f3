import { Drawer } from "antd";
import { inlinePlacement } from "../../../i18n/direction.ts";
import { t } from "../../../i18n/translate.ts";
import { SchemaPanel } from "./SchemaPanel.tsx";
import styles from "./schema.module.css";

export function SchemaSheet({ onClose }: { onClose(): void }) {
  return (
    <Drawer
      open
      title={t("Schema")}
      placement={inlinePlacement("left")}
      size={320}
      onClose={onClose}
      className={styles.sheet}
    >
      <SchemaPanel />
    </Drawer>
  );
}
