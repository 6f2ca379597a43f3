import { FileSpreadsheet, Upload } from "lucide-react";
import { MAX_UNPACKED_BYTES } from "../../api/upload/contract.ts";
import { t } from "../../i18n/translate.ts";
import { FileField } from "../../ui/FileField.tsx";
import { uploadLimit } from "../../web/session/session.ts";
import styles from "./upload.module.css";
import { openUpload } from "./upload.ts";
import { ACCEPTED, sizeText } from "./upload-form.ts";

export function FilePick({ problem, isOver }: { problem: string | undefined; isOver: boolean }) {
  return (
    <div className={styles.zone} data-over={isOver || undefined}>
      <Upload size={24} />
      <p>
        <Choose label={t("Choose a file")} /> {t("or drop it here")}
      </p>
      <p className={styles.hint}>
        {t("CSV, TSV or text · Excel (.xlsx) · Parquet, or a ZIP of Parquet files · up to {size}", {
          size: sizeText(uploadLimit()),
        })}
        {uploadLimit() > MAX_UNPACKED_BYTES
          ? ` ${t("(Excel and ZIP: {size})", { size: sizeText(MAX_UNPACKED_BYTES) })}`
          : null}
      </p>
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
}

export function FileRow({ file, problem }: { file: File; problem: string | undefined }) {
  return (
    <div className={styles.fileRow}>
      <FileSpreadsheet size={16} />
      <span className={styles.fileName} title={file.name}>
        {file.name}
      </span>
      <span className={styles.hint}>{sizeText(file.size)}</span>
      <span className={styles.other}>
        <Choose label={t("Choose another")} />
      </span>
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
}

const Choose = ({ label }: { label: string }) => <FileField label={label} accept={ACCEPTED} onFile={openUpload} />;
