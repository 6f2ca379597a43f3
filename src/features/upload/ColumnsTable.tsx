import { t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import styles from "./upload.module.css";
import type { ColumnType } from "./upload-form.ts";
import type { UploadFormState } from "./use-uploading.ts";

const TYPES: readonly [ColumnType, string][] = [
  ["text", t("Text")],
  ["integer", t("Integer")],
  ["number", t("Number")],
  ["boolean", t("Boolean")],
  ["date", t("Date")],
  ["datetime", t("Date and time")],
];
const DETECTED_TYPES: Readonly<Record<string, string>> = {
  integer: t("integer"),
  double: t("number"),
  decimal: t("decimal"),
  boolean: t("boolean"),
  date: t("date"),
  timestamp: t("date and time"),
  text: t("text"),
};

/** Parquet files have types, but may store dates as text, so only those can be set. */
export function ColumnsTable({ state }: { state: UploadFormState }) {
  const { form, kind, columns, item, change } = state;
  const left = new Set(form.leftOut);
  const chosen = new Map(Object.entries(form.types));
  const types = kind === "columnar" ? TYPES.filter(([type]) => type === "datetime") : TYPES;
  const read = (name: string, on: boolean) =>
    change({ leftOut: on ? form.leftOut.filter((one) => one !== name) : [...form.leftOut, name] });
  if (columns.length === 0) return <p className={styles.hint}>{t("The file's columns aren't known yet.")}</p>;
  return (
    <div className={styles.columns}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                label={t("Load all columns")}
                checked={left.size === 0}
                indeterminate={left.size > 0 && left.size < columns.length}
                onChange={(event) => change({ leftOut: event.target.checked ? [] : columns })}
              />
            </th>
            <th scope="col">{t("Column")}</th>
            <th scope="col">{t("Type")}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((name, at) => (
            <tr key={name}>
              <td>
                <Checkbox
                  label={t("Load {name}", { name })}
                  checked={!left.has(name)}
                  onChange={(event) => read(name, event.target.checked)}
                />
              </td>
              <td title={name}>
                {name}
                {item?.column_notes?.[at] ? <p className={styles.hint}>{item.column_notes[at]}</p> : null}
              </td>
              <td>
                {/* Native, as a thousand antd selects would take seconds. */}
                <select
                  aria-label={t("Type for {name}", { name })}
                  disabled={left.has(name)}
                  value={chosen.get(name) ?? "auto"}
                  onChange={(event) => change({ types: { ...form.types, [name]: event.target.value as ColumnType } })}
                >
                  <option value="auto">
                    {t("Auto ({type})", { type: DETECTED_TYPES[item?.column_types?.[at] ?? ""] ?? t("text") })}
                  </option>
                  {types.map(([type, label]) => (
                    <option key={type} value={type}>
                      {label}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
