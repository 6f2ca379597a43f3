import { Input, InputNumber } from "antd";
import { useId } from "react";
import { t } from "../../../i18n/translate.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Field } from "../../../ui/Field.tsx";
import styles from "./Connect.module.css";
import { jsonProblem, type Settings } from "./settings.ts";

export type SettingTab = "sql" | "speed" | "security" | "more";

export const SETTING_TABS: readonly { key: SettingTab; label: string }[] = [
  { key: "sql", label: t("SQL Lab") },
  { key: "speed", label: t("Performance") },
  { key: "security", label: t("Security") },
  { key: "more", label: t("Other") },
];

interface Setting {
  key: keyof Settings;
  kind: "flag" | "text" | "area" | "json" | "seconds";
  label: string;
  hint?: string;
  when?(settings: Settings): boolean;
}

const SETTINGS: Readonly<Record<SettingTab, readonly Setting[]>> = {
  sql: [
    {
      key: "expose_in_sqllab",
      kind: "flag",
      label: t("Expose database in SQL Lab"),
      hint: t("Users with SQL permission can query it."),
    },
    {
      key: "allow_ctas",
      kind: "flag",
      label: t("Allow CREATE TABLE AS"),
      hint: t("Query results can be saved as a table."),
    },
    {
      key: "allow_cvas",
      kind: "flag",
      label: t("Allow CREATE VIEW AS"),
      hint: t("Queries can be saved as a view."),
    },
    {
      key: "force_ctas_schema",
      kind: "text",
      label: t("Schema for created tables and views"),
      hint: t("Empty = users choose the schema."),
      when: ({ allow_ctas, allow_cvas }) => allow_ctas || allow_cvas,
    },
    {
      key: "allow_dml",
      kind: "flag",
      label: t("Allow writes (DML and DDL)"),
      hint: t("Users with SQL permission can run INSERT, UPDATE, DELETE and DDL statements."),
    },
    {
      key: "allows_virtual_table_explore",
      kind: "flag",
      label: t("Allow charts from query results"),
      hint: t("Query results can be explored as a chart."),
    },
    {
      key: "disable_data_preview",
      kind: "flag",
      label: t("Disable table preview"),
      hint: t("Opening a table in SQL Lab doesn't load its first rows."),
    },
  ],
  speed: [
    {
      key: "cache_timeout",
      kind: "seconds",
      label: t("Chart cache timeout (seconds)"),
      hint: t("Empty = server default, 0 = never expires, −1 = no caching."),
    },
    {
      key: "allow_run_async",
      kind: "flag",
      label: t("Run queries asynchronously"),
      hint: t("SQL Lab queries keep running after you leave the page."),
    },
  ],
  security: [
    {
      key: "allow_file_upload",
      kind: "flag",
      label: t("Allow file uploads"),
      hint: t("CSV, Excel and Parquet files can be uploaded as tables."),
    },
    {
      key: "schemas_allowed_for_file_upload",
      kind: "text",
      label: t("Schemas for uploads"),
      hint: t("Comma-separated. Empty = all schemas, for users with access to the whole database."),
      when: (settings) => settings.allow_file_upload,
    },
    {
      key: "server_cert",
      kind: "area",
      label: t("Root certificate"),
      hint: t("PEM text of the CA certificate that signed the server's certificate."),
    },
    {
      key: "masked_encrypted_extra",
      kind: "json",
      label: t("Additional credentials"),
      hint: t("JSON object, stored encrypted. Values shown as X are unchanged."),
    },
  ],
  more: [
    {
      key: "disable_drill_to_detail",
      kind: "flag",
      label: t("Disable drill to detail"),
      hint: t("Dashboard users can't see the rows behind charts on this database."),
    },
    {
      key: "allow_multi_catalog",
      kind: "flag",
      label: t("Allow other catalogs"),
      hint: t("Datasets and queries can use catalogs other than the default."),
    },
    {
      key: "engine_params",
      kind: "json",
      label: t("Engine parameters"),
      hint: t(`JSON object, for example '{"connect_args": {"sslmode": "require"}}'.`),
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
