import { useQuery } from "@tanstack/react-query";
import { Button, Input, Select } from "antd";
import { Lock, LockOpen } from "lucide-react";
import { useState } from "react";
import * as database from "../../api/database/contract.ts";
import { externalMetadataByName } from "../../api/datasource/contract.ts";
import { formatSql } from "../../api/sqllab/contract.ts";
import { t } from "../../i18n/translate.ts";
import { CodeEditor } from "../../ui/code/CodeEditor.tsx";
import { Field } from "../../ui/Field.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import styles from "./dataset-editor.module.css";
import { withSyncedColumns } from "./draft.ts";
import type { TabProps } from "./tab.ts";

/** Locked at first, as every chart depends on the source. */
export function SourceTab(props: TabProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isVirtual = props.draft.settings.sql !== null;
  return (
    <div className={styles.source}>
      <div className={styles.lockRow}>
        <p>
          {isVirtual
            ? t("SQL query. Charts depend on its columns.")
            : t("Table or view. Charts depend on its columns.")}
        </p>
        <Button
          aria-pressed={isOpen}
          icon={isOpen ? <LockOpen size={14} /> : <Lock size={14} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t("Unlocked") : t("Unlock to edit")}
        </Button>
      </div>
      <Field label={t("Database")}>{(id) => <Input id={id} disabled value={databaseName(props)} />}</Field>
      {isVirtual ? <SqlSource {...props} isOpen={isOpen} /> : <TableSource {...props} isOpen={isOpen} />}
    </div>
  );
}

const databaseName = ({ dataset }: TabProps) => dataset.database?.database_name ?? dataset.database?.name ?? "";

interface SourceProps extends TabProps {
  isOpen: boolean;
}

function TableSource({ draft, problems, onChange, isOpen }: SourceProps) {
  const { database_id: id, schema, catalog, table_name } = draft.settings;
  const set = (change: Partial<typeof draft.settings>) =>
    onChange({ ...draft, settings: { ...draft.settings, ...change } });
  const schemas = useQuery({
    queryKey: ["database", id, "schemas", catalog],
    enabled: isOpen,
    queryFn: async ({ signal }) =>
      (await call(database.schemas, { params: { id }, q: { force: false, catalog: catalog ?? undefined } }, { signal }))
        .result,
  });
  const tables = useQuery({
    queryKey: ["database", id, "tables", schema],
    enabled: isOpen && schema !== null,
    queryFn: async ({ signal }) => {
      const q = { force: false, schema_name: schema ?? undefined, catalog_name: catalog ?? undefined };
      return (await call(database.tables, { params: { id }, q }, { signal })).result;
    },
  });
  const failure = schemas.error ?? tables.error;
  return (
    <>
      <Field label={t("Schema")}>
        {(fieldId) => (
          <Select
            id={fieldId}
            className={styles.wide}
            showSearch
            disabled={!isOpen}
            loading={isOpen && schemas.isLoading}
            value={schema ?? undefined}
            options={(schemas.data ?? []).map((value) => ({ value, label: value }))}
            onChange={(next) => set({ schema: next })}
          />
        )}
      </Field>
      <Field label={t("Table")} problem={problems.table_name ?? (failure ? toApiError(failure).message : undefined)}>
        {(fieldId) => (
          <Select
            id={fieldId}
            className={styles.wide}
            showSearch
            disabled={!isOpen}
            loading={isOpen && tables.isLoading}
            value={table_name}
            options={(tables.data ?? []).map(({ value }) => ({ value, label: value }))}
            onChange={(next) => set({ table_name: next })}
          />
        )}
      </Field>
    </>
  );
}

function SqlSource(props: SourceProps) {
  const { draft, problems, onChange, isOpen } = props;
  const { settings } = draft;
  const preview = useColumnPreview(props);
  const set = (change: Partial<typeof settings>) => onChange({ ...draft, settings: { ...settings, ...change } });
  const format = async () => {
    try {
      const body = { sql: settings.sql ?? "", database_id: settings.database_id };
      set({ sql: (await call(formatSql, { body })).result });
    } catch (cause) {
      preview.fail(cause);
    }
  };
  return (
    <>
      <Field label={t("Name")} problem={problems.table_name}>
        {(id) => (
          <Input
            id={id}
            maxLength={250}
            value={settings.table_name}
            onChange={(event) => set({ table_name: event.target.value })}
          />
        )}
      </Field>
      <Field label="SQL" problem={preview.problem} hint={preview.words}>
        {(id) => (
          <CodeEditor
            id={id}
            label="SQL"
            language="sql"
            dialect={props.dataset.database?.backend}
            isReadOnly={!isOpen}
            isLong
            lines={10}
            value={settings.sql ?? ""}
            onChange={(sql) => set({ sql })}
          />
        )}
      </Field>
      <div className={styles.sqlActs}>
        <Button disabled={!isOpen} onClick={() => void format()}>
          {t("Format SQL")}
        </Button>
        <Button disabled={!isOpen} loading={preview.isBusy} onClick={() => void preview.run()}>
          {t("Load columns")}
        </Button>
      </div>
    </>
  );
}

function useColumnPreview(props: SourceProps) {
  const { draft, onChange } = props;
  const [state, setState] = useState<{ problem?: string; words?: string; isBusy: boolean }>({ isBusy: false });
  const fail = (cause: unknown) => setState({ isBusy: false, problem: toApiError(cause).message });
  const run = async () => {
    setState({ isBusy: true });
    const { catalog, schema, sql, table_name } = draft.settings;
    const place = { catalog_name: catalog, schema_name: schema, table_name, sql };
    try {
      const q = { datasource_type: "table", database_name: databaseName(props), ...place };
      const next = withSyncedColumns(draft, await call(externalMetadataByName, { q }));
      onChange(next.draft);
      const { added, retyped, missing } = next.found;
      setState({
        isBusy: false,
        words: t("Query OK. Columns: {added, number} new, {retyped, number} changed type, {missing, number} missing.", {
          added,
          retyped,
          missing,
        }),
      });
    } catch (cause) {
      fail(cause);
    }
  };
  return { ...state, run, fail };
}
