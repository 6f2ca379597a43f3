import { Input, Select } from "antd";
import { type ReactNode, useId } from "react";
import { t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { ColumnsTable } from "./ColumnsTable.tsx";
import { Count } from "./Count.tsx";
import { DateOrder, FormatSettings, formatSummary } from "./FormatSettings.tsx";
import type { PartProps } from "./Place.tsx";
import styles from "./upload.module.css";
import { namesOf } from "./upload-form.ts";
import type { UploadFormState } from "./use-uploading.ts";

export function Settings({ state, errors }: PartProps) {
  const { form, columns } = state;
  const ofColumns = firstOf(errors, "column_data_types columns_read column_dates column_names index_label");
  const ofFile = firstOf(errors, "null_values already_exists day_first rows_to_read skip_long_lines");
  const isFormatWrong = ["encoding", "delimiter", "decimal_character", "thousands_character"].some(
    (name) => errors[name] !== undefined,
  );
  const renamed = Object.keys(namesOf(form, columns)).length;
  const chosen = Object.values(form.types).filter((type) => type !== "auto").length;
  return (
    <div className={styles.folds}>
      <Fold
        name="file"
        sections={state.sections}
        title={t("File settings")}
        count={changesOf(state)}
        problem={ofFile}
        isWrong={isFormatWrong}
        summary={formatSummary(state)}
      >
        <FileSettings state={state} errors={errors} />
      </Fold>
      <Fold
        name="columns"
        sections={state.sections}
        title={t("Columns")}
        count={form.leftOut.length + chosen + renamed + (form.hasIndex ? 1 : 0)}
        problem={columns.length > 0 ? ofColumns : undefined}
      >
        <ColumnsTable state={state} />
        <Index state={state} />
      </Fold>
    </div>
  );
}

const firstOf = (errors: PartProps["errors"], names: string) =>
  names
    .split(" ")
    .map((name) => errors[name])
    .find((text) => text !== undefined);

function changesOf({ form }: UploadFormState): number {
  const { encoding, delimiter, decimal, thousands, dayFirst, nulls } = form;
  const set = [encoding, delimiter, decimal, thousands, dayFirst, nulls].filter((value) => value !== undefined);
  return (
    set.length +
    [form.exists !== "fail", form.rows !== null, form.trims, !form.skipBlank, form.skipLong].filter(Boolean).length
  );
}

interface FoldProps {
  name: string;
  sections: UploadFormState["sections"];
  title: string;
  count: number;
  problem: string | undefined;
  summary?: string | undefined;
  isWrong?: boolean;
  children: ReactNode;
}

function Fold({ name, sections, title, count, problem, summary, isWrong = false, children }: FoldProps) {
  const isOpen = sections.open[name] ?? false;
  return (
    <details
      className={styles.fold}
      open={isOpen || isWrong || problem !== undefined}
      onToggle={(event) => sections.toggle(name, event.currentTarget.open)}
    >
      <summary>
        {title}
        {summary ? <span className={styles.hint}> · {summary}</span> : null}
        {count > 0 ? <span className={styles.hint}> · {t("{count, number} set", { count })}</span> : null}
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
  { value: "fail", label: t("Fail (keep the existing table)") },
  { value: "replace", label: t("Replace the table") },
  { value: "append", label: t("Append to the table") },
] as const;

function FileSettings({ state, errors }: PartProps) {
  const { form, kind, change } = state;
  return (
    <>
      <div className={styles.grid}>
        <Field label={t("If the table exists")}>
          {(id) => (
            <Select id={id} value={form.exists} options={[...IF_EXISTS]} onChange={(exists) => change({ exists })} />
          )}
        </Field>
        {kind === "columnar" ? <DateOrder state={state} /> : <FormatSettings state={state} errors={errors} />}
        <Count
          label={t("Rows to load")}
          hint={t("Leave empty for all rows")}
          min={0}
          value={form.rows}
          onChange={(rows) => change({ rows })}
        />
        {kind === "columnar" ? null : <Nulls state={state} />}
      </div>
      {kind === "columnar" ? null : (
        <div className={styles.checks}>
          <Check label={t("Trim spaces after delimiters")} on={form.trims} onChange={(trims) => change({ trims })} />
          <Check label={t("Skip blank lines")} on={form.skipBlank} onChange={(skipBlank) => change({ skipBlank })} />
          {kind === "csv" ? (
            <Check
              label={t("Skip lines with too many fields")}
              on={form.skipLong}
              onChange={(skipLong) => change({ skipLong })}
            />
          ) : null}
        </div>
      )}
    </>
  );
}

function Nulls({ state: { form, change } }: { state: UploadFormState }) {
  return (
    <div className={styles.wide}>
      <Field label={t("Treat as null")}>
        {(id) => (
          <Select
            id={id}
            mode="tags"
            allowClear
            placeholder={t("Blank cells; in number and date columns also NA, NULL, …")}
            value={form.nulls === undefined ? [] : [...form.nulls]}
            open={false}
            suffixIcon={null}
            onChange={(nulls: string[]) => change({ nulls: nulls.length > 0 ? nulls : undefined })}
          />
        )}
      </Field>
    </div>
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

function Index({ state: { form, columns, change } }: { state: UploadFormState }) {
  return (
    <>
      <div className={styles.checks}>
        <Check label={t("Add an index column")} on={form.hasIndex} onChange={(hasIndex) => change({ hasIndex })} />
      </div>
      {form.hasIndex ? (
        <div className={styles.grid}>
          <Field label={t("Index column")} hint={t("Leave empty to number the rows from 0")}>
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
          <Field label={t("Index label")}>
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
