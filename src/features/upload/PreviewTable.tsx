import { Select } from "antd";
import { type FileItem, MAX_UNPACKED_BYTES } from "../../api/upload/contract.ts";
import { t } from "../../i18n/translate.ts";
import { Field } from "../../ui/Field.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { toApiError } from "../../web/client/errors.ts";
import { type Mark, TypeMark } from "../../web/components/TypeMark.tsx";
import { signLabel } from "./ColumnsTable.tsx";
import { Count } from "./Count.tsx";
import { Findings } from "./Findings.tsx";
import { type NotedColumn, Notes } from "./Notes.tsx";
import styles from "./upload.module.css";
import { sizeText } from "./upload-form.ts";
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

interface PreviewTableProps {
  state: UploadFormState;
  problem: string | undefined;
}

export function PreviewTable({ state, problem }: PreviewTableProps) {
  const { preview, previewing, item } = state;
  return (
    <div className={styles.preview}>
      <div className={styles.start}>
        <Sheets state={state} />
        <HeaderRow state={state} problem={problem} />
      </div>
      {previewing.error ? (
        <p className={styles.failure} role="alert">
          {toApiError(previewing.error).message.replace(/^Parsing error: /, "")}
        </p>
      ) : previewing.isSkipped ? (
        <p className={styles.hint}>
          {t("Parquet files larger than {size} have no preview.", { size: sizeText(MAX_UNPACKED_BYTES) })}
        </p>
      ) : item === undefined ? (
        <div className={styles.waiting}>
          <SkeletonLines lines={8} />
        </div>
      ) : item.column_names.length === 0 ? (
        <EmptySheet state={state} item={item} />
      ) : (
        <>
          <Findings state={state} item={item} />
          <Rows item={item} names={state.form.names} isStale={previewing.query.isPlaceholderData} />
          <p className={styles.hint}>{captionOf(item, { isPart: preview?.isPart ?? false, ...previewing })}</p>
          <Notes columns={notesOf(item, state)} />
        </>
      )}
    </div>
  );
}

function EmptySheet({ state, item }: { state: UploadFormState; item: FileItem }) {
  if (item.problem) return <Findings state={state} item={item} />;
  return <p className={styles.hint}>{t("This sheet is empty.")}</p>;
}

function notesOf(item: FileItem, { form, change }: UploadFormState): NotedColumn[] {
  return item.column_names.map((name, at) => {
    const sign = item.column_signs?.[at];
    const canChoose = sign && (form.types[name] ?? "auto") === "auto";
    return {
      ...{ name, note: item.column_notes?.[at] ?? null, problem: item.column_problems?.[at] ?? null },
      ...(canChoose
        ? {
            label: signLabel(sign),
            onChoose: () => change({ types: { ...form.types, [name]: `number without ${sign}` } }),
          }
        : {}),
    };
  });
}

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
          "{rows, plural, =0 {no rows} one {showing first row of {count, number}} other {showing first # rows of {count, number}}}",
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
            onChange={(sheet) => change({ sheet: sheet ?? undefined, headerRow: 1, leftOut: [], types: {}, names: {} })}
          />
        )}
      </Field>
    </div>
  );
}

function HeaderRow({ state: { kind, form, change }, problem }: PreviewTableProps) {
  if (kind === "columnar") return null;
  return (
    <Count
      label={t("Header row")}
      hint={kind === "csv" ? t("Line of the file") : t("Row of the sheet")}
      problem={problem}
      min={1}
      value={form.headerRow}
      onChange={(headerRow) => change({ headerRow: headerRow ?? 1 })}
    />
  );
}

interface RowsProps {
  item: FileItem;
  names: Readonly<Record<string, string>>;
  isStale: boolean;
}

function Rows({ item, names: renamed, isStale }: RowsProps) {
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
                  {renamed[name]?.trim() || name}
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
