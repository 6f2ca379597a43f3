import { Button, Input, Select } from "antd";
import { t } from "../../i18n/translate.ts";
import { Field } from "../../ui/Field.tsx";
import styles from "./upload.module.css";
import { isAmong } from "./upload-form.ts";
import { isTableExists, type UploadFormState } from "./use-uploading.ts";

export interface PartProps {
  state: UploadFormState;
  errors: Readonly<Record<string, string>>;
}

export function Place({ state, errors }: PartProps) {
  const { form, databases, schemas, change } = state;
  return (
    <div className={styles.place}>
      <Field label={t("Database")} problem={errors.database}>
        {(id) => (
          <Select
            id={id}
            value={form.databaseId}
            options={databases.data?.map((one) => ({ value: one.id, label: one.name }))}
            onChange={(databaseId) => change({ databaseId, schema: undefined })}
          />
        )}
      </Field>
      <Field label={t("Schema")} problem={errors.schema ?? problemOfSchemas(state)}>
        {(id) => (
          <Select
            id={id}
            value={form.schema}
            loading={schemas.isFetching}
            showSearch
            options={schemas.data?.map((name) => ({ value: name, label: name }))}
            onChange={(schema) => change({ schema })}
          />
        )}
      </Field>
      <TableName state={state} errors={errors} />
    </div>
  );
}

function problemOfSchemas({ schemas }: UploadFormState): string | undefined {
  if (schemas.error) return schemas.error.message;
  return schemas.data?.length === 0 ? t("You can't upload to any schema in this database.") : undefined;
}

const EXISTING_TABLE_HINTS = {
  fail: undefined,
  replace: t("The existing table and its rows will be replaced."),
  append: t("Rows will be added to the existing table. Its column types apply."),
} as const;

function TableName({ state: { form, tables, change }, errors }: PartProps) {
  const isThere = tables !== undefined && isAmong(tables, form.table);
  const isTaken = form.exists === "fail" && (isThere || isTableExists(errors.table_name ?? ""));
  return (
    <div>
      <Field
        label={t("Table name")}
        problem={errors.table_name}
        hint={isThere ? EXISTING_TABLE_HINTS[form.exists] : undefined}
      >
        {(id) => (
          <Input
            id={id}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            value={form.table}
            status={errors.table_name ? "error" : ""}
            onChange={(event) => change({ table: event.target.value })}
          />
        )}
      </Field>
      {isTaken ? (
        <div className={styles.ways}>
          <Button size="small" onClick={() => change({ exists: "replace" })}>
            {t("Replace")}
          </Button>
          <Button size="small" onClick={() => change({ exists: "append" })}>
            {t("Append")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
