import { Checkbox } from "../../ui/Checkbox.tsx";
import styles from "./upload.module.css";
import type { ColumnType } from "./upload-form.ts";
import type { UploadFormState } from "./use-uploading.ts";

const TYPES: readonly [ColumnType, string][] = [
  ["text", "Text"],
  ["integer", "Integer"],
  ["number", "Number"],
  ["boolean", "Boolean"],
  ["date", "Date"],
  ["datetime", "Date and time"],
];
const DETECTED_TYPES: Readonly<Record<string, string>> = {
  integer: "integer",
  double: "number",
  decimal: "decimal",
  boolean: "boolean",
  date: "date",
  timestamp: "date and time",
  text: "text",
};

/** Parquet files have types, but may store dates as text, so only those can be set. */
export function ColumnsTable({ state }: { state: UploadFormState }) {
  const { form, kind, columns, item, change } = state;
  const left = new Set(form.leftOut);
  const chosen = new Map(Object.entries(form.types));
  const types = kind === "columnar" ? TYPES.filter(([type]) => type === "datetime") : TYPES;
  const read = (name: string, on: boolean) =>
    change({ leftOut: on ? form.leftOut.filter((one) => one !== name) : [...form.leftOut, name] });
  if (columns.length === 0) return <p className={styles.hint}>The file's columns aren't known yet.</p>;
  return (
    <div className={styles.columns}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                label="Load all columns"
                checked={left.size === 0}
                indeterminate={left.size > 0 && left.size < columns.length}
                onChange={(event) => change({ leftOut: event.target.checked ? [] : columns })}
              />
            </th>
            <th scope="col">Column</th>
            <th scope="col">Type</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((name, at) => (
            <tr key={name}>
              <td>
                <Checkbox
                  label={`Load ${name}`}
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
                  aria-label={`Type of ${name}`}
                  disabled={left.has(name)}
                  value={chosen.get(name) ?? "auto"}
                  onChange={(event) => change({ types: { ...form.types, [name]: event.target.value as ColumnType } })}
                >
                  <option value="auto">{`Auto (${DETECTED_TYPES[item?.column_types?.[at] ?? "text"] ?? "text"})`}</option>
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
