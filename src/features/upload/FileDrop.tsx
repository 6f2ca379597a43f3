import { Upload } from "lucide-react";
import { t } from "../../i18n/translate.ts";
import styles from "./FileDrop.module.css";
import { canUpload, openUpload } from "./upload.ts";
import { useFileDrop } from "./use-file-drop.ts";

export function FileDrop() {
  const isOver = useFileDrop("page", canUpload() ? openUpload : undefined);
  if (!isOver) return null;
  return (
    <div className={styles.over}>
      <p>
        <Upload size={20} />
        {t("Drop the file to upload it")}
      </p>
    </div>
  );
}
