import { Input, InputNumber, Select, Switch } from "antd";
import { useId } from "react";
import { related } from "../../api/dataset/contract.ts";
import { t } from "../../i18n/translate.ts";
import { CodeEditor } from "../../ui/code/CodeEditor.tsx";
import { Field } from "../../ui/Field.tsx";
import { call } from "../../web/client/client.ts";
import { PeopleSelect, type PersonChoice } from "../../web/components/PeopleSelect.tsx";
import { SqlExpression } from "../../web/sql/SqlExpression.tsx";
import styles from "./dataset-editor.module.css";
import type { Settings } from "./draft.ts";
import { CertificationFields } from "./fields.tsx";
import { useIsLocked } from "./lock.ts";
import type { TabProps } from "./tab.ts";

export function SettingsTab(props: TabProps) {
  return (
    <div className={styles.settings}>
      <div>
        <About {...props} />
        <Time {...props} />
      </div>
      <div>
        <Performance {...props} />
        <Advanced {...props} />
      </div>
    </div>
  );
}

type Set = <K extends keyof Settings>(key: K, value: Settings[K]) => void;

const setterOf =
  ({ draft, onChange }: TabProps): Set =>
  (key, value) =>
    onChange({ ...draft, settings: { ...draft.settings, [key]: value } });

function About(props: TabProps) {
  const { draft, onChange } = props;
  const set = setterOf(props);
  return (
    <section aria-label={t("About")}>
      <h3 className={styles.subhead}>{t("About")}</h3>
      <Field label={t("Description")}>
        {(id) => (
          <Input.TextArea
            id={id}
            rows={4}
            value={draft.settings.description ?? ""}
            onChange={(event) => set("description", event.target.value)}
          />
        )}
      </Field>
      <Field label={t("Owners")} hint={t("Owners can edit this dataset.")}>
        {(id) => (
          <div className={styles.stretch}>
            <PeopleSelect
              id={id}
              value={draft.owners}
              search={findPeople}
              onChange={(owners) => onChange({ ...draft, owners })}
            />
          </div>
        )}
      </Field>
      <CertificationFields
        item={{ extra: draft.settings.extra }}
        onChange={({ extra }) => set("extra", extra ?? null)}
      />
      <Field label={t("Default URL")} hint={t("Page that opens from lists instead of the chart editor.")}>
        {(id) => (
          <Input
            id={id}
            value={draft.settings.default_endpoint ?? ""}
            onChange={(event) => set("default_endpoint", event.target.value)}
          />
        )}
      </Field>
    </section>
  );
}

async function findPeople(text: string, signal: AbortSignal): Promise<PersonChoice[]> {
  const q = { page: 0, page_size: 100, ...(text ? { filter: text } : {}) };
  const { result } = await call(related, { params: { column: "owners" }, q }, { signal });
  return result.map((each) => ({ id: each.value, name: each.text }));
}

function Time(props: TabProps) {
  const { draft } = props;
  const set = setterOf(props);
  const columnsOf = (test: (name: string) => boolean) =>
    draft.columns.filter((column) => test(column.key)).map(({ column_name: value }) => ({ value, label: value }));
  const times = new Set(draft.columns.filter((column) => column.is_dttm).map((column) => column.key));
  return (
    <section aria-label={t("Time and currency")}>
      <h3 className={styles.subhead}>{t("Time and currency")}</h3>
      <Field label={t("Default time column")}>
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            allowClear
            showSearch
            value={draft.settings.main_dttm_col || undefined}
            placeholder={t("None")}
            options={columnsOf((key) => times.has(key))}
            onChange={(name?: string) => set("main_dttm_col", name ?? null)}
          />
        )}
      </Field>
      <Field label={t("Hours offset")} hint={t("Hours to shift the time column by if its times aren't in UTC.")}>
        {(id) => (
          <InputNumber
            id={id}
            className={styles.wide}
            min={-24}
            max={24}
            value={draft.settings.offset}
            onChange={(hours) => set("offset", hours ?? 0)}
          />
        )}
      </Field>
      <Toggle
        label={t("Always filter by the default time column")}
        checked={draft.settings.always_filter_main_dttm}
        onChange={(on) => set("always_filter_main_dttm", on)}
      />
      <Field
        label={t("Currency code column")}
        hint={t("Column with the currency code of each row, such as USD. Used by formats with automatic currency.")}
      >
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            allowClear
            showSearch
            value={draft.settings.currency_code_column || undefined}
            placeholder={t("None")}
            options={columnsOf((key) => !times.has(key))}
            onChange={(name?: string) => set("currency_code_column", name ?? null)}
          />
        )}
      </Field>
    </section>
  );
}

function Performance(props: TabProps) {
  const { settings } = props.draft;
  const set = setterOf(props);
  const isLocked = useIsLocked();
  return (
    <section aria-label={t("Performance and filters")}>
      <h3 className={styles.subhead}>{t("Performance and filters")}</h3>
      <Field label={t("Cache timeout")} hint={t("In seconds. Empty = database default, −1 = no caching.")}>
        {(id) => (
          <InputNumber
            id={id}
            className={styles.wide}
            min={-1}
            value={settings.cache_timeout}
            onChange={(seconds) => set("cache_timeout", seconds)}
          />
        )}
      </Field>
      <Toggle
        label={t("Autocomplete filters")}
        checked={settings.filter_select_enabled}
        onChange={(on) => set("filter_select_enabled", on)}
      />
      <SqlExpression
        label={t("Autocomplete query predicate")}
        hint={t("SQL condition that limits the values suggested in filters.")}
        placeholder="ds > '2024-01-01'"
        dataset={props.dataset}
        kind="where"
        isReadOnly={isLocked}
        value={settings.fetch_values_predicate ?? ""}
        onChange={(text) => set("fetch_values_predicate", text)}
      />
    </section>
  );
}

function Advanced(props: TabProps) {
  const { settings } = props.draft;
  const set = setterOf(props);
  return (
    <section aria-label={t("Advanced")}>
      <h3 className={styles.subhead}>{t("Advanced")}</h3>
      <JsonField
        label={t("Template parameters")}
        hint={t('JSON object with values for Jinja templates in SQL, such as \'{"region": "EU"}\'.')}
        problem={props.problems.template_params}
        value={settings.template_params}
        onChange={(text) => set("template_params", text)}
      />
      <JsonField
        label={t("Extra")}
        hint={t(
          'JSON object with more settings. warning_markdown is a warning shown beside the dataset\'s name: \'{"warning_markdown": "Data is incomplete"}\'.',
        )}
        problem={props.problems.extra}
        value={settings.extra}
        onChange={(text) => set("extra", text)}
      />
      <Toggle
        label={t("Normalize column names")}
        checked={settings.normalize_columns}
        onChange={(on) => set("normalize_columns", on)}
      />
    </section>
  );
}

interface JsonFieldProps {
  label: string;
  hint: string;
  problem: string | undefined;
  value: string | null;
  onChange(text: string): void;
}

function JsonField({ label, hint, problem, value, onChange }: JsonFieldProps) {
  const isLocked = useIsLocked();
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(id) => (
        <CodeEditor
          id={id}
          label={label}
          language="json"
          lines={3}
          isReadOnly={isLocked}
          value={value ?? ""}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

function Toggle({ label, checked, onChange }: { label: string; checked: boolean; onChange(on: boolean): void }) {
  const id = useId();
  return (
    <label htmlFor={id} className={styles.switchRow}>
      {label}
      <Switch id={id} size="small" checked={checked} onChange={onChange} />
    </label>
  );
}
