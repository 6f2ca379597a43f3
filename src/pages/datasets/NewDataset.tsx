import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { ListChecks } from "lucide-react";
import { useId, useState } from "react";
import { useNavigate } from "react-router";
import * as database from "../../api/database/contract.ts";
import * as dataset from "../../api/dataset/contract.ts";
import { CatalogSelect } from "../../features/new-datasets/CatalogSelect.tsx";
import { TablePreview } from "../../features/new-datasets/TablePreview.tsx";
import { type Catalogs, useCatalogs, useSchemas, useTables } from "../../features/new-datasets/use-tables.ts";
import { t } from "../../i18n/translate.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { call } from "../../web/client/client.ts";
import { type ApiError, toApiError } from "../../web/client/errors.ts";
import { toast } from "../../web/toasts/toasts.ts";
import styles from "./NewDataset.module.css";

interface NewDatasetProps {
  initialDatabase?: number | undefined;
  /** Several tables of a database are wanted. */
  onSeveral(source: { id: number; name: string }): void;
  onClose(): void;
}

export function NewDataset({ initialDatabase, onSeveral, onClose }: NewDatasetProps) {
  const place = usePlace(initialDatabase);
  const { databases, chosenDatabase, catalog, catalogs, schemas, chosenSchema, tables, table } = place;
  const [error, setError] = useState<ApiError>();
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const source = databases.data?.find(({ id }) => id === chosenDatabase);
  const submit = async () => {
    if (chosenDatabase === undefined || table === undefined) return;
    setBusy(true);
    setError(undefined);
    try {
      const inCatalog = catalog === null ? {} : { catalog };
      const body = { database: chosenDatabase, ...inCatalog, schema: chosenSchema ?? null, table_name: table };
      const created = await call(dataset.create, { body });
      await queries.invalidateQueries({ queryKey: ["datasets"] });
      toast.success(t("Created: {name}", { name: table }), {
        action: {
          label: t("New chart"),
          run: () => navigate(`/explore/?datasource_id=${created.id}&datasource_type=table`),
        },
      });
      onClose();
    } catch (caught) {
      setError(toApiError(caught));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      title={t("New dataset")}
      width={720}
      onClose={onClose}
      footerNote={
        source ? (
          <Button
            type="text"
            size="small"
            icon={<ListChecks size={14} />}
            onClick={() => onSeveral({ id: source.id, name: source.database_name })}
          >
            {t("Choose several tables")}
          </Button>
        ) : undefined
      }
      primary={{ label: t("Create dataset"), disabled: table === undefined, loading: busy, onClick: submit }}
    >
      <Choice
        label={t("Database")}
        placeholder={t("Choose a database")}
        value={chosenDatabase}
        options={databases.data?.map((row) => ({ value: row.id, label: row.database_name }))}
        error={databases.error}
        onChange={place.chooseDatabase}
      />
      {catalogs.data && catalogs.data.names.length > 0 ? (
        <CatalogField catalogs={catalogs.data} value={catalog} onChange={place.chooseCatalog} />
      ) : null}
      <Choice
        label={t("Schema")}
        placeholder={t("Choose a schema")}
        value={chosenSchema}
        disabled={chosenDatabase === undefined}
        options={schemas.data?.map((name) => ({ value: name, label: name }))}
        error={schemas.error}
        onChange={(name: string) => place.chooseSchema(name)}
      />
      <Choice
        label={t("Table")}
        placeholder={t("Choose a table")}
        value={table}
        disabled={chosenSchema === undefined}
        options={tables.data?.map((each) => ({ value: each.value, label: each.value }))}
        error={tables.error}
        onChange={(name: string) => place.chooseTable(name)}
      />
      {chosenDatabase !== undefined && table !== undefined ? (
        <div className={styles.preview}>
          <TablePreview database={chosenDatabase} catalog={catalog} schema={chosenSchema ?? null} table={table} />
        </div>
      ) : null}
      {error ? (
        <p className={styles.problem} role="alert">
          {t("An error occurred while creating datasets: {message}", { message: error.message })}
        </p>
      ) : null}
    </Dialog>
  );
}

function usePlace(initialDatabase: number | undefined) {
  const [databaseId, setDatabaseId] = useState(initialDatabase);
  const [catalog, setCatalog] = useState<string | null>(null);
  const [schema, setSchema] = useState<string>();
  const [table, setTable] = useState<string>();
  const databases = useQuery({
    queryKey: ["databases", "all"],
    queryFn: async ({ signal }) => (await call(database.list, { q: { page: 0, page_size: 100 } }, { signal })).result,
  });
  const chosenDatabase = databaseId ?? (databases.data?.length === 1 ? databases.data[0]?.id : undefined);
  const catalogs = useCatalogs(chosenDatabase);
  const schemas = useSchemas(chosenDatabase, catalog);
  const chosenSchema = schema ?? (schemas.data?.length === 1 ? schemas.data[0] : undefined);
  const tables = useTables({ id: chosenDatabase, catalog, schema: chosenSchema });
  const chooseSchema = (name: string | undefined) => {
    setSchema(name);
    setTable(undefined);
  };
  const chooseCatalog = (name: string | null) => {
    setCatalog(name);
    chooseSchema(undefined);
  };
  const chooseDatabase = (id: number) => {
    setDatabaseId(id);
    chooseCatalog(null);
  };
  const chosen = { chosenDatabase, catalog, chosenSchema, table };
  const choose = { chooseDatabase, chooseCatalog, chooseSchema, chooseTable: setTable };
  return { databases, catalogs, schemas, tables, ...chosen, ...choose };
}

interface CatalogFieldProps {
  catalogs: Catalogs;
  value: string | null;
  onChange(catalog: string): void;
}

function CatalogField(props: CatalogFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t("Catalog")}</label>
      <CatalogSelect id={id} {...props} />
    </div>
  );
}

interface ChoiceProps<V extends string | number> {
  label: string;
  placeholder: string;
  value: V | undefined;
  options: { value: V; label: string }[] | undefined;
  error: Error | null;
  disabled?: boolean;
  onChange(value: V): void;
}

function Choice<V extends string | number>(props: ChoiceProps<V>) {
  const { label, placeholder, value, options, error, disabled, onChange } = props;
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        showSearch={{ optionFilterProp: "label" }}
        loading={!disabled && options === undefined && error === null}
        disabled={disabled}
        value={value}
        options={options}
        placeholder={placeholder}
        onChange={onChange}
        status={error ? "error" : undefined}
      />
      {error ? <p className={styles.problem}>{error.message}</p> : null}
    </div>
  );
}
