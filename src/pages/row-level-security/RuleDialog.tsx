import { useQuery } from "@tanstack/react-query";
import { Input } from "antd";
import * as rules from "../../api/row-level-security/contract.ts";
import { t } from "../../i18n/translate.ts";
import { CodeEditor } from "../../ui/code/CodeEditor.tsx";
import { Field } from "../../ui/Field.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { call } from "../../web/client/client.ts";
import { PeopleSelect, type PersonChoice } from "../../web/components/PeopleSelect.tsx";
import { FormDialog } from "../../web/dialogs/FormDialog.tsx";
import { LoadingDialog } from "../../web/dialogs/LoadingDialog.tsx";
import { useRecordForm } from "../../web/dialogs/use-record-form.ts";
import { namedChoicesFrom } from "../../web/list-view/choices.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { tablesWithoutDataset } from "./bound-tables.ts";
import styles from "./RuleDialog.module.css";

interface RuleFields {
  name: string;
  filter_type: "Regular" | "Base";
  tables: readonly PersonChoice[];
  bound_tables: readonly PersonChoice[];
  roles: readonly PersonChoice[];
  clause: string;
  group_key: string;
  description: string;
}

const EMPTY: RuleFields = {
  name: "",
  filter_type: "Regular",
  tables: [],
  bound_tables: [],
  roles: [],
  clause: "",
  group_key: "",
  description: "",
};

const TYPES = [
  { value: "Regular", label: t("Regular") },
  { value: "Base", label: t("Base") },
] as const;

const REQUIRED = ["name", "clause"] as const;

type RuleBody = rules.CreateRule & { bound_tables: number[] };

const bodyOf = ({ tables, bound_tables, roles, group_key, description, ...fields }: RuleFields): RuleBody => ({
  ...fields,
  tables: tables.map(({ id }) => id),
  bound_tables: bound_tables.map(({ id }) => id),
  roles: roles.map(({ id }) => id),
  group_key: group_key.trim() || null,
  description: description.trim() || null,
});

const fieldsOf = (rule: Partial<rules.Rule>): RuleFields => ({
  name: rule.name ?? "",
  filter_type: rule.filter_type ?? "Regular",
  tables: (rule.tables ?? []).map(({ id, table_name }) => ({ id, name: table_name })),
  bound_tables: tablesWithoutDataset(rule),
  roles: rule.roles ?? [],
  clause: rule.clause ?? "",
  group_key: rule.group_key ?? "",
  description: rule.description ?? "",
});

const findTables = namedChoicesFrom(rules.related, "tables");
const findRoles = namedChoicesFrom(rules.related, "roles");

export function NewRule({ onClose }: { onClose(): void }) {
  return <RuleForm title={t("New rule")} initial={EMPTY} onClose={onClose} />;
}

export function EditRule({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["row-level-security", "one", id],
    queryFn: ({ signal }) => call(rules.show, { params: { id: `${id}` } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  if (data) return <RuleForm title={t("Edit rule")} id={id} initial={fieldsOf(data.result)} onClose={onClose} />;
  return <LoadingDialog title={t("Edit rule")} error={error} onRetry={refetch} onClose={onClose} />;
}

interface RuleFormProps {
  title: string;
  id?: number;
  initial: RuleFields;
  onClose(): void;
}

function RuleForm({ title, id, initial, onClose }: RuleFormProps) {
  const hasTablesWithoutDataset = initial.bound_tables.length > 0;
  const form = useRecordForm<RuleFields, RuleBody>({
    id,
    initial,
    toBody: bodyOf,
    required: ({ filter_type }) => [
      ...(hasTablesWithoutDataset ? REQUIRED : ([...REQUIRED, "tables"] as const)),
      ...(filter_type === "Regular" ? (["roles"] as const) : []),
    ],
    create: ({ bound_tables: _, ...body }) => call(rules.create, { body }),
    update: (of, body) => call(rules.update, { params: { id: of }, body }),
    listKey: "row-level-security",
    onSaved: ({ name }) => {
      toast.success(id === undefined ? t("Created: {name}", { name }) : t("Saved: {name}", { name: name }));
      onClose();
    },
  });
  return (
    <FormDialog title={title} verb={t("Save rule")} width={720} form={form} onClose={onClose}>
      <RuleControls {...form} withoutDataset={initial.bound_tables} />
    </FormDialog>
  );
}

type RuleControlsProps = Pick<
  ReturnType<typeof useRecordForm<RuleFields, RuleBody>>,
  "fields" | "change" | "problems"
> & { withoutDataset: readonly PersonChoice[] };

function RuleControls({ fields, change, problems, withoutDataset }: RuleControlsProps) {
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
        <Segmented
          label={t("Type")}
          options={TYPES}
          value={fields.filter_type}
          onChange={(filter_type) => change({ filter_type })}
        />
        <p className={styles.hint}>
          {fields.filter_type === "Regular"
            ? t("Applies to users with any of these roles.")
            : t("Applies to everyone except these roles.")}
        </p>
      </div>
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
        <Field
          label={t("Tables without a dataset")}
          problem={problems.bound_tables}
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
      ) : null}
      <Field label={fields.filter_type === "Regular" ? t("Roles *") : t("Roles")} problem={problems.roles}>
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
      <Field
        label={t("Clause *")}
        problem={problems.clause}
        hint={t(
          "SQL condition on the datasets' columns, for example region = 'North'. Rows that don't match are hidden.",
        )}
      >
        {(of) => (
          <CodeEditor
            id={of}
            label={t("Clause *")}
            language="sql"
            lines={2}
            value={fields.clause}
            onChange={(clause) => change({ clause })}
          />
        )}
      </Field>
      <Field
        label={t("Group key")}
        problem={problems.group_key}
        hint={
          <>
            {t("Rules with the same group key are OR-ed; all others are AND-ed.")}{" "}
            {t("OR shows rows that match any of the rules, AND only rows that match all.")}
          </>
        }
      >
        {(of) => text("group_key", of)}
      </Field>
      <Field label={t("Description")} problem={problems.description}>
        {(of) => text("description", of)}
      </Field>
    </>
  );
}
