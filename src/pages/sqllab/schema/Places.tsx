import { Select } from "antd";
import { Boxes, Database, Folder } from "lucide-react";
import { type ReactNode, useId } from "react";
import { t } from "../../../i18n/translate.ts";
import { useDatabase, useLab, useLabState, useTab } from "../state/lab-context.ts";
import { useCatalogs, useSchemas } from "../state/metadata.ts";
import styles from "./schema.module.css";

export function PlaceForm() {
  const lab = useLab();
  const { key, dbId, catalog, schema } = useTab();
  const databases = useLabState((state) => state.databases);
  const hasCatalogs = useDatabase()?.allow_multi_catalog === true;
  const catalogs = useCatalogs(dbId, hasCatalogs);
  const schemas = useSchemas({ dbId, catalog });
  return (
    <div className={styles.places}>
      <PlaceSelect
        label={t("Database")}
        icon={<Database size={14} aria-hidden />}
        placeholder={t("Choose a database")}
        value={dbId}
        options={databases.map((one) => ({ value: one.id, label: one.database_name }))}
        onChange={(id) => lab.edit(key, { dbId: id, catalog: null, schema: null })}
      />
      {hasCatalogs ? (
        <PlaceSelect
          label={t("Catalog")}
          icon={<Boxes size={14} aria-hidden />}
          placeholder={t("Choose a catalog")}
          value={catalog}
          options={catalogs.data?.map(named)}
          problem={catalogs.error ? t("There was an error loading the catalogs") : undefined}
          onChange={(name) => lab.edit(key, { catalog: name, schema: null })}
        />
      ) : null}
      <PlaceSelect
        label={t("Schema")}
        icon={<Folder size={14} aria-hidden />}
        placeholder={t("Any schema")}
        value={schema}
        isOptional
        options={schemas.data?.map(named)}
        problem={schemas.error ? t("There was an error loading the schemas") : undefined}
        onChange={(name) => lab.edit(key, { schema: name ?? null })}
      />
    </div>
  );
}

const named = (name: string) => ({ value: name, label: name });

interface PlaceSelectProps<V extends string | number> {
  label: string;
  icon: ReactNode;
  placeholder: string;
  value: V | null;
  options: { value: V; label: string }[] | undefined;
  problem?: string | undefined;
  isOptional?: boolean;
  onChange(value: V): void;
}

function PlaceSelect<V extends string | number>(props: PlaceSelectProps<V>) {
  const { label, icon, value, options, problem, placeholder, isOptional = false, onChange } = props;
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <Select<V>
        id={id}
        prefix={icon}
        title={label}
        showSearch={{ optionFilterProp: "label" }}
        allowClear={isOptional}
        loading={options === undefined && problem === undefined}
        value={value ?? undefined}
        options={options}
        placeholder={placeholder}
        onChange={onChange}
        status={problem ? "error" : undefined}
      />
      {problem ? <p className={styles.problem}>{problem}</p> : null}
    </div>
  );
}
