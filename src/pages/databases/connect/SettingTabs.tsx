import { Input, InputNumber } from "antd";
import { useId } from "react";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Field } from "../../../ui/Field.tsx";
import styles from "./Connect.module.css";
import { jsonProblem, type Settings } from "./settings.ts";

export type SettingTab = "sql" | "speed" | "security" | "more";

export const SETTING_TABS: readonly { key: SettingTab; label: string }[] = [
  { key: "sql", label: "SQL Lab" },
  { key: "speed", label: "Performance" },
  { key: "security", label: "Security" },
  { key: "more", label: "Other" },
];

interface Setting {
  key: keyof Settings;
  kind: "flag" | "text" | "area" | "json" | "seconds";
  label: string;
  hint?: string;
  /** Shown only then. */
  when?(settings: Settings): boolean;
}

/** What can be set, by the tab it stands in. */
const SETTINGS: Readonly<Record<SettingTab, readonly Setting[]>> = {
  sql: [
    {
      key: "expose_in_sqllab",
      kind: "flag",
      label: "Expose database in SQL Lab",
      hint: "People with the right to may write SQL on it.",
    },
    {
      key: "allow_ctas",
      kind: "flag",
      label: "Allow CREATE TABLE AS",
      hint: "The rows of a query can be kept as a table.",
    },
    {
      key: "allow_cvas",
      kind: "flag",
      label: "Allow CREATE VIEW AS",
      hint: "A query can be kept as a view.",
    },
    {
      key: "force_ctas_schema",
      kind: "text",
      label: "Schema for these tables and views",
      hint: "Without one, people choose.",
      when: ({ allow_ctas, allow_cvas }) => allow_ctas || allow_cvas,
    },
    {
      key: "allow_dml",
      kind: "flag",
      label: "Allow statements that change data",
      hint: "INSERT, UPDATE, DELETE and definitions, by people with the right to write SQL.",
    },
    {
      key: "allows_virtual_table_explore",
      kind: "flag",
      label: "Allow results to be charted",
      hint: "The rows of a query can be explored as a chart.",
    },
    {
      key: "disable_data_preview",
      kind: "flag",
      label: "Don't preview tables",
      hint: "Opening a table in SQL Lab does not read its first rows.",
    },
  ],
  speed: [
    {
      key: "cache_timeout",
      kind: "seconds",
      label: "Keep the data of charts for, seconds",
      hint: "Empty: as the server is set. 0: as long as there is room. -1: not at all.",
    },
    {
      key: "allow_run_async",
      kind: "flag",
      label: "Run queries in the background",
      hint: "Queries of SQL Lab go on when the page is left, and their results are kept.",
    },
  ],
  security: [
    {
      key: "allow_file_upload",
      kind: "flag",
      label: "Allow file uploads",
      hint: "CSV, Excel and Parquet files become tables of this database.",
    },
    {
      key: "schemas_allowed_for_file_upload",
      kind: "text",
      label: "Schemas for uploads",
      hint: "Names separated by commas. Without any: every schema, from people who may read the whole database.",
      when: (settings) => settings.allow_file_upload,
    },
    {
      key: "server_cert",
      kind: "area",
      label: "Root certificate",
      hint: "PEM text of the certificate that signs the server's.",
    },
    {
      key: "masked_encrypted_extra",
      kind: "json",
      label: "Further credentials",
      hint: "A JSON object, encrypted where it is kept. Values that show as X stay as they are.",
    },
  ],
  more: [
    {
      key: "disable_drill_to_detail",
      kind: "flag",
      label: "No drilling to details",
      hint: "Dashboards do not show the rows behind a chart of this database.",
    },
    {
      key: "allow_multi_catalog",
      kind: "flag",
      label: "Allow changing the catalog",
      hint: "Datasets and queries may name a catalog other than the default one.",
    },
    {
      key: "engine_params",
      kind: "json",
      label: "Engine parameters",
      hint: 'A JSON object, e.g. {"connect_args": {"sslmode": "require"}}.',
    },
  ],
};

export interface DatabaseSettingsProps {
  tab: SettingTab;
  settings: Settings;
  onChange(settings: Settings): void;
}

export function DatabaseSettings({ tab, settings, onChange }: DatabaseSettingsProps) {
  return (
    <div className={styles.section}>
      {SETTINGS[tab]
        .filter(({ when }) => when?.(settings) ?? true)
        .map((setting) => (
          <SettingField
            key={setting.key}
            setting={setting}
            value={settings[setting.key]}
            onChange={(value) => onChange({ ...settings, [setting.key]: value })}
          />
        ))}
    </div>
  );
}

interface SettingFieldProps {
  setting: Setting;
  value: Settings[keyof Settings];
  onChange(value: Settings[keyof Settings]): void;
}

function SettingField({ setting, value, onChange }: SettingFieldProps) {
  if (setting.kind === "flag") return <Flag setting={setting} value={value} onChange={onChange} />;
  const text = typeof value === "string" ? value : "";
  const isLong = setting.kind === "area" || setting.kind === "json";
  return (
    <Field label={setting.label} hint={setting.hint} problem={setting.kind === "json" ? jsonProblem(text) : undefined}>
      {(id) => {
        if (setting.kind === "seconds") {
          return (
            <InputNumber
              id={id}
              className={styles.number}
              precision={0}
              min={-1}
              value={typeof value === "number" ? value : null}
              onChange={(next) => onChange(next)}
            />
          );
        }
        return isLong ? (
          <Input.TextArea
            id={id}
            autoSize={{ minRows: 3, maxRows: 10 }}
            spellCheck={false}
            className={styles.code}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <Input id={id} value={text} onChange={(event) => onChange(event.target.value)} />
        );
      }}
    </Field>
  );
}

function Flag({ setting, value, onChange }: SettingFieldProps) {
  const id = useId();
  const box = useId();
  return (
    <div>
      <div className={styles.flag}>
        <Checkbox
          id={box}
          checked={value === true}
          aria-describedby={id}
          onChange={(event) => onChange(event.target.checked)}
        />
        <label htmlFor={box}>{setting.label}</label>
      </div>
      <p id={id} className={styles.hint}>
        {setting.hint}
      </p>
    </div>
  );
}
