import { Input, InputNumber, Select } from "antd";
import { type ReactNode, useId, useState } from "react";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { ColumnsTable } from "./ColumnsTable.tsx";
import type { PartProps } from "./Place.tsx";
import styles from "./upload.module.css";
import { DELIMITERS } from "./upload-form.ts";
import type { UploadFormState } from "./use-uploading.ts";

/** What is seldom needed: how the file is written, which columns and rows of it are read. */
export function Settings({ state, wrong }: PartProps) {
  const { form, kind, columns } = state;
  const { column_data_types, columns_read, column_dates, index_label } = wrong;
  const ofColumns = column_data_types ?? columns_read ?? column_dates ?? index_label;
  const ofFile = wrong.delimiter ?? wrong.decimal_character ?? wrong.null_values ?? wrong.already_exists;
  const ofRows = wrong.header_row ?? wrong.skip_rows ?? wrong.rows_to_read;
  const chosen = Object.values(form.types).filter((type) => type !== "auto").length;
  return (
    <div className={styles.folds}>
      <Fold title="File settings" count={changesOf(state)} problem={ofFile}>
        <FileSettings state={state} />
      </Fold>
      <Fold
        title="Columns"
        count={form.leftOut.length + chosen + (form.hasIndex ? 1 : 0)}
        problem={columns.length > 0 ? ofColumns : undefined}
      >
        <ColumnsTable state={state} />
        <Index state={state} />
      </Fold>
      <Fold
        title="Rows"
        count={[form.headerRow !== 1, form.rows !== null, form.skip > 0].filter(Boolean).length}
        problem={ofRows}
      >
        <div className={styles.grid}>
          {kind === "columnar" ? null : (
            <>
              <Count
                label="Header row"
                hint="1: the first row that is not skipped"
                min={1}
                value={form.headerRow}
                onChange={(headerRow) => state.change({ headerRow: headerRow ?? 1 })}
              />
              <Count
                label="Rows to skip"
                hint="Before the header"
                min={0}
                value={form.skip}
                onChange={(skip) => state.change({ skip: skip ?? 0 })}
              />
            </>
          )}
          <Count
            label="Rows to read"
            hint="All, unless said"
            min={0}
            value={form.rows}
            onChange={(rows) => state.change({ rows })}
          />
        </div>
      </Fold>
    </div>
  );
}

function changesOf({ form }: UploadFormState): number {
  const set = [form.delimiter, form.decimal, form.nulls].filter((value) => value !== undefined);
  return set.length + [form.exists !== "fail", form.dayFirst, form.trims, !form.skipBlank].filter(Boolean).length;
}

interface FoldProps {
  title: string;
  /** How many settings in it are not as they were. */
  count: number;
  problem: string | undefined;
  children: ReactNode;
}

/** Opens by itself when something in it is wrong. */
function Fold({ title, count, problem, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles.fold}
      open={isOpen || problem !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {title}
        {count > 0 ? <span className={styles.hint}> · {count} set</span> : null}
      </summary>
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
      {children}
    </details>
  );
}

const IF_EXISTS = [
  { value: "fail", label: "Stop, and change nothing" },
  { value: "replace", label: "Replace the table" },
  { value: "append", label: "Append the rows to it" },
] as const;

function FileSettings({ state }: { state: UploadFormState }) {
  const { form, kind, guess, change } = state;
  return (
    <>
      <div className={styles.grid}>
        <Field label="If the table exists">
          {(id) => (
            <Select id={id} value={form.exists} options={[...IF_EXISTS]} onChange={(exists) => change({ exists })} />
          )}
        </Field>
        {kind === "csv" ? <Delimiter state={state} /> : null}
        {kind === "csv" ? (
          <div className={styles.choice}>
            <span>Decimal mark</span>
            <Segmented
              label="Decimal mark"
              value={form.decimal ?? guess?.decimal ?? "."}
              options={[
                { value: ".", label: "1.5" },
                { value: ",", label: "1,5" },
              ]}
              onChange={(decimal) => change({ decimal })}
            />
          </div>
        ) : null}
        {kind === "columnar" ? null : (
          <Field label="Read as nothing (null)">
            {(id) => (
              <Select
                id={id}
                mode="tags"
                allowClear
                placeholder="Blank, NA, N/A, NULL, NaN…"
                value={form.nulls === undefined ? [] : [...form.nulls]}
                open={false}
                suffixIcon={null}
                onChange={(nulls: string[]) => change({ nulls: nulls.length > 0 ? nulls : undefined })}
              />
            )}
          </Field>
        )}
      </div>
      {kind === "columnar" ? null : (
        <div className={styles.checks}>
          {kind === "csv" ? (
            <Check label="Day comes first in dates" on={form.dayFirst} onChange={(dayFirst) => change({ dayFirst })} />
          ) : null}
          <Check label="Trim spaces after delimiters" on={form.trims} onChange={(trims) => change({ trims })} />
          <Check label="Skip blank lines" on={form.skipBlank} onChange={(skipBlank) => change({ skipBlank })} />
        </div>
      )}
    </>
  );
}

const NAMES: Readonly<Record<string, string>> = { ",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Pipe" };
const OTHER = "other";

function Delimiter({ state: { form, guess, change } }: { state: UploadFormState }) {
  const value = form.delimiter ?? guess?.delimiter ?? ",";
  const isOther = !(value in NAMES);
  return (
    <Field label="Delimiter" aside={form.delimiter === undefined ? "as found" : undefined}>
      {(id) => (
        <div className={styles.pair}>
          <Select
            id={id}
            value={isOther ? OTHER : value}
            options={[
              ...DELIMITERS.map((mark) => ({ value: mark as string, label: NAMES[mark] })),
              { value: OTHER, label: "Other" },
            ]}
            onChange={(delimiter) => change({ delimiter: delimiter === OTHER ? "" : delimiter })}
          />
          {isOther ? (
            <Input
              aria-label="Other delimiter"
              maxLength={4}
              value={form.delimiter}
              onChange={(event) => change({ delimiter: event.target.value })}
            />
          ) : null}
        </div>
      )}
    </Field>
  );
}

function Check({ label, on, onChange }: { label: string; on: boolean; onChange(on: boolean): void }) {
  const id = useId();
  return (
    <label htmlFor={id} className={styles.check}>
      <Checkbox id={id} checked={on} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}

interface CountProps {
  label: string;
  hint: string;
  min: number;
  value: number | null;
  onChange(value: number | null): void;
}

const MOST = 100_000_000;

function Count({ label, hint, onChange, ...range }: CountProps) {
  return (
    <Field label={label} hint={hint}>
      {(id) => <InputNumber id={id} precision={0} max={MOST} {...range} onChange={onChange} />}
    </Field>
  );
}

function Index({ state: { form, columns, change } }: { state: UploadFormState }) {
  return (
    <>
      <div className={styles.checks}>
        <Check label="Begin with an index column" on={form.hasIndex} onChange={(hasIndex) => change({ hasIndex })} />
      </div>
      {form.hasIndex ? (
        <div className={styles.grid}>
          <Field label="Index column" hint="Without one, the rows are numbered from 0">
            {(id) => (
              <Select
                id={id}
                allowClear
                showSearch
                value={form.indexColumn}
                options={columns.map((name) => ({ value: name, label: name }))}
                onChange={(indexColumn?: string) => change({ indexColumn })}
              />
            )}
          </Field>
          <Field label="Index label">
            {(id) => (
              <Input
                id={id}
                placeholder={form.indexColumn ?? "index"}
                value={form.indexLabel}
                onChange={(event) => change({ indexLabel: event.target.value })}
              />
            )}
          </Field>
        </div>
      ) : null}
    </>
  );
}
