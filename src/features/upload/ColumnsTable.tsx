import { ChevronDown } from "lucide-react";
import type { FileItem } from "../../api/upload/contract.ts";
import { t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import styles from "./upload.module.css";
import type { ColumnType, SignType } from "./upload-form.ts";
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

export const signLabel = (sign: string) => t("Number without {sign}", { sign });

/** Parquet files have types, but may store dates as text, so only those can be set. */
export function ColumnsTable({ state }: { state: UploadFormState }) {
  const { form, kind, columns, item, change } = state;
  const left = new Set(form.leftOut);
  const chosen = new Map(Object.entries(form.types));
  const types = kind === "columnar" ? TYPES.filter(([type]) => type === "datetime") : TYPES;
  const rename = (name: string, to: string) => change({ names: { ...form.names, [name]: to } });
  const typesOf = (at: number): readonly (readonly [ColumnType, string])[] => {
    const sign = item?.column_signs?.[at];
    return sign ? [...types, [`number without ${sign}` satisfies SignType, signLabel(sign)]] : types;
  };
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
                <input
                  type="text"
                  className={styles.name}
                  aria-label={t("Name for {name}", { name })}
                  maxLength={255}
                  disabled={left.has(name)}
                  placeholder={name}
                  value={form.names[name] ?? name}
                  onChange={(event) => rename(name, event.target.value)}
                />
                <ColumnNote item={item} at={at} />
              </td>
              <td>
                {/* Native, as a thousand antd selects would take seconds. */}
                <span className={styles.type}>
                  <select
                    aria-label={t("Type for {name}", { name })}
                    disabled={left.has(name)}
                    value={chosen.get(name) ?? "auto"}
                    onChange={(event) => change({ types: { ...form.types, [name]: event.target.value as ColumnType } })}
                  >
                    <option value="auto">
                      {t("Auto ({type})", { type: DETECTED_TYPES[item?.column_types?.[at] ?? ""] ?? t("text") })}
                    </option>
                    {typesOf(at).map(([type, label]) => (
                      <option key={type} value={type}>
                        {label}
                      </option>
                    ))}
                  </select>
                  <ChevronDown size={14} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ColumnNote({ item, at }: { item: FileItem | undefined; at: number }) {
  const problem = item?.column_problems?.[at];
  const note = item?.column_notes?.[at];
  if (problem) return <p className={styles.problem}>{problem}</p>;
  return note ? <p className={styles.hint}>{note}</p> : null;
}
