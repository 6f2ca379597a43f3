import { Select } from "antd";
import type { FileItem } from "../../api/upload/contract.ts";
import { t } from "../../i18n/translate.ts";
import { Field } from "../../ui/Field.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { toApiError } from "../../web/client/errors.ts";
import { type Mark, TypeMark } from "../../web/components/TypeMark.tsx";
import { Notes } from "./Notes.tsx";
import styles from "./upload.module.css";
import type { UploadFormState } from "./use-uploading.ts";

const MARKS: Readonly<Record<string, Mark>> = {
  integer: "numeric",
  double: "numeric",
  decimal: "numeric",
  boolean: "boolean",
  date: "temporal",
  timestamp: "temporal",
};
const MAX_COLUMNS = 50;

export function PreviewTable({ state }: { state: UploadFormState }) {
  const { preview, previewing, item } = state;
  return (
    <div className={styles.preview}>
      <Sheets state={state} />
      {previewing.error ? (
        <p className={styles.failure} role="alert">
          {toApiError(previewing.error).message.replace(/^Parsing error: /, "")}
        </p>
      ) : item === undefined ? (
        <div className={styles.waiting}>
          <SkeletonLines lines={8} />
        </div>
      ) : item.column_names.length === 0 ? (
        <p className={styles.hint}>{t("This sheet is empty.")}</p>
      ) : (
        <>
          <Rows item={item} isStale={previewing.query.isPlaceholderData} />
          <p className={styles.hint}>{captionOf(item, { isPart: preview?.isPart ?? false, ...previewing })}</p>
          <Notes columns={notesOf(item)} />
        </>
      )}
    </div>
  );
}

const notesOf = ({ column_names: names, column_notes: notes = [] }: FileItem) =>
  names.map((name, at) => ({ name, note: notes[at] ?? null }));

function captionOf(item: FileItem, { isPart, isChecking }: { isPart: boolean; isChecking: boolean }): string {
  const { column_names: names, rows = [], row_count: count } = item;
  const columns =
    names.length > MAX_COLUMNS
      ? t("{count, plural, one {# column ({shown, number} shown)} other {# columns ({shown, number} shown)}}", {
          count: names.length,
          shown: MAX_COLUMNS,
        })
      : t("{count, plural, one {# column} other {# columns}}", { count: names.length });
  if (isPart) return `${columns} · ${isChecking ? t("checking all rows…") : t("types guessed from the first 1 MB")}`;
  const first =
    count === undefined
      ? t("{rows, plural, one {showing first row} other {showing first # rows}}", { rows: rows.length })
      : t(
          "{rows, plural, one {showing first row of {count, number}} other {showing first # rows of {count, number}}}",
          { rows: rows.length, count },
        );
  return `${columns} · ${first}`;
}

function Sheets({ state: { kind, preview, item, change } }: { state: UploadFormState }) {
  const items = preview?.items ?? [];
  if (kind !== "excel" || items.length < 2) return null;
  return (
    <div className={styles.sheet}>
      <Field label={t("Sheet")}>
        {(id) => (
          <Select
            id={id}
            value={item?.sheet_name}
            showSearch
            options={items.map(({ sheet_name: name }) => ({ value: name, label: name }))}
            onChange={(sheet) => change({ sheet: sheet ?? undefined, leftOut: [], types: {} })}
          />
        )}
      </Field>
    </div>
  );
}

function Rows({ item, isStale }: { item: FileItem; isStale: boolean }) {
  const { column_names, column_types = [], rows = [] } = item;
  const names = column_names.slice(0, MAX_COLUMNS);
  const marks = names.map((_, at) => MARKS[column_types[at] ?? ""] ?? "text");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to scroll it
    <section className={styles.scroll} data-stale={isStale || undefined} aria-label={t("Preview")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {names.map((name, at) => (
              <th key={name} scope="col" data-mark={marks[at]}>
                <span className={styles.named}>
                  <TypeMark mark={marks[at] ?? "text"} />
                  {name}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key other than their index
            <tr key={line}>
              {names.map((name, at) => (
                <td key={name} data-mark={marks[at]} data-null={row[at] === null || undefined}>
                  {row[at] ?? "null"}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
