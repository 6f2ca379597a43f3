import { Button } from "antd";
import type { FileItem } from "../../api/upload/contract.ts";
import { t } from "../../i18n/translate.ts";
import styles from "./upload.module.css";
import type { UploadFormState } from "./use-uploading.ts";

interface FindingsProps {
  state: UploadFormState;
  item: FileItem;
}

/** What is odd about the file as it is read now, and what to do about it. */
export function Findings({ state, item }: FindingsProps) {
  const { form, kind, change } = state;
  const { problem, header_below: header, long_lines: long = 0 } = item;
  const unit = kind === "csv" ? "line" : "row";
  return (
    <>
      {problem ? (
        <div className={styles.failure} role="alert">
          {problem}
          {long > 0 && header === undefined ? (
            <div className={styles.ways}>
              <Button size="small" onClick={() => change({ skipLong: true })}>
                {t(
                  "{count, plural, one {Skip # line with too many fields} other {Skip # lines with too many fields}}",
                  {
                    count: long,
                  },
                )}
              </Button>
              <Button size="small" onClick={() => state.sections.toggle("file", true)}>
                {t("Choose another delimiter")}
              </Button>
            </div>
          ) : null}
        </div>
      ) : null}
      {header === undefined || header === form.headerRow ? null : (
        <div className={styles.finding} role="status">
          {t("{unit, select, line {Line} other {Row}} {header, number} looks like the header, below a title.", {
            unit,
            header,
          })}
          <Button
            type="primary"
            size="small"
            onClick={() => change({ headerRow: header, leftOut: [], types: {}, names: {} })}
          >
            {t(
              "{unit, select, line {Use line {header, number} as header} other {Use row {header, number} as header}}",
              {
                unit,
                header,
              },
            )}
          </Button>
        </div>
      )}
      {long > 0 && form.skipLong && !problem ? (
        <p className={styles.finding} role="status">
          {t(
            "{count, plural, one {# line with too many fields is skipped.} other {# lines with too many fields are skipped.}}",
            {
              count: long,
            },
          )}
        </p>
      ) : null}
      {item.row_count === 0 && !problem ? (
        <p className={styles.finding} role="status">
          {t("There are no rows below the header. The new table would be empty.")}
        </p>
      ) : null}
    </>
  );
}
