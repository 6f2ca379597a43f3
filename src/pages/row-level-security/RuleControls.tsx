import { Input } from "antd";
import { t } from "../../i18n/translate.ts";
import { Field } from "../../ui/Field.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { PeopleSelect, type PersonChoice } from "../../web/components/PeopleSelect.tsx";
import type { Problems } from "../../web/dialogs/use-record-form.ts";
import { ClauseField } from "./ClauseField.tsx";
import styles from "./RuleDialog.module.css";
import { findRoles, findTables, type RuleFields } from "./rule-fields.ts";

const TYPES = [
  { value: "Regular", label: t("Some roles") },
  { value: "Base", label: t("Everyone except some roles") },
] as const;

interface RuleControlsProps {
  fields: RuleFields;
  problems: Problems<RuleFields>;
  id: number | undefined;
  withoutDataset: readonly PersonChoice[];
  change(part: Partial<RuleFields>): void;
}

export function RuleControls({ fields, change, problems, id, withoutDataset }: RuleControlsProps) {
  const isRegular = fields.filter_type === "Regular";
  const text = (key: "name" | "group_key" | "description", of: string) => (
    <Input
      id={of}
      value={fields[key]}
      maxLength={255}
      status={problems[key] ? "error" : ""}
      onChange={(event) => change({ [key]: event.target.value })}
    />
  );
  return (
    <>
      <Field label={t("Name *")} problem={problems.name}>
        {(of) => text("name", of)}
      </Field>
      <div className={styles.type}>
        <span className={styles.label} aria-hidden="true">
          {t("Applies to")}
        </span>
        <Segmented
          label={t("Applies to")}
          options={TYPES}
          value={fields.filter_type}
          onChange={(filter_type) => change({ filter_type })}
        />
        <p className={styles.hint}>
          {isRegular
            ? t("Users with any of these roles. The API calls this “Regular”.")
            : t("All users without any of these roles, also administrators. The API calls this “Base”.")}
        </p>
      </div>
      <Field label={isRegular ? t("Roles *") : t("Except these roles")} problem={problems.roles}>
        {(of) => (
          <PeopleSelect
            id={of}
            kind="roles"
            value={fields.roles}
            search={findRoles}
            onChange={(roles) => change({ roles })}
          />
        )}
      </Field>
      <Field label={withoutDataset.length > 0 ? t("Datasets") : t("Datasets *")} problem={problems.tables}>
        {(of) => (
          <PeopleSelect
            id={of}
            kind="datasets"
            value={fields.tables}
            search={findTables}
            onChange={(tables) => change({ tables })}
          />
        )}
      </Field>
      {withoutDataset.length > 0 ? (
        <TablesWithoutDataset {...{ fields, change, withoutDataset }} problem={problems.bound_tables} />
      ) : null}
      <ClauseField fields={fields} id={id} problem={problems.clause} onChange={(clause) => change({ clause })} />
      <Field label={t("Description")} problem={problems.description}>
        {(of) => text("description", of)}
      </Field>
      <details className={styles.more} open={fields.group_key !== "" || undefined}>
        <summary>{t("More")}</summary>
        <Field
          label={t("Group key")}
          problem={problems.group_key}
          hint={t(
            "Empty = users see only rows that match this rule and all other rules. With the same key in several rules, users see rows that match any of them. Example: one rule per region, all with the key “region”.",
          )}
        >
          {(of) => text("group_key", of)}
        </Field>
      </details>
    </>
  );
}

type TablesProps = Pick<RuleControlsProps, "fields" | "change" | "withoutDataset"> & { problem: string | undefined };

function TablesWithoutDataset({ fields, change, withoutDataset, problem }: TablesProps) {
  return (
    <Field
      label={t("Tables without a dataset")}
      problem={problem}
      hint={t(
        "The rule still filters these tables although their datasets were deleted or changed. Remove a table to stop filtering it.",
      )}
    >
      {(of) => (
        <PeopleSelect
          id={of}
          kind="tables"
          value={fields.bound_tables}
          search={async (text) => withoutDataset.filter(({ name }) => name.includes(text))}
          onChange={(bound_tables) => change({ bound_tables })}
        />
      )}
    </Field>
  );
}
