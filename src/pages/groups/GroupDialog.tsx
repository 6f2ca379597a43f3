import { useQuery } from "@tanstack/react-query";
import { Input } from "antd";
import { groups, type SaveGroup } from "../../api/security/roles-contract.ts";
import { t } from "../../i18n/translate.ts";
import { Field } from "../../ui/Field.tsx";
import { call } from "../../web/client/client.ts";
import { PeopleSelect, type PersonChoice } from "../../web/components/PeopleSelect.tsx";
import { FormDialog } from "../../web/dialogs/FormDialog.tsx";
import { LoadingDialog } from "../../web/dialogs/LoadingDialog.tsx";
import { useRecordForm } from "../../web/dialogs/use-record-form.ts";
import { namedChoicesFrom } from "../../web/list-view/choices.ts";
import { loadSession, useUser } from "../../web/session/session.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { type GroupRow, LIST_KEY } from "./group-list.tsx";

interface GroupFields {
  name: string;
  label: string;
  description: string;
  roles: readonly PersonChoice[];
  users: readonly PersonChoice[];
}

const EMPTY: GroupFields = { name: "", label: "", description: "", roles: [], users: [] };

const bodyOf = ({ name, label, description, roles, users }: GroupFields): SaveGroup => ({
  name: name.trim(),
  label: label.trim() || null,
  description: description.trim() || null,
  roles: roles.map(({ id }) => id),
  users: users.map(({ id }) => id),
});

const fieldsOf = (row: Partial<GroupRow>): GroupFields => ({
  name: row.name ?? "",
  label: row.label ?? "",
  description: row.description ?? "",
  roles: row.roles ?? [],
  users: (row.users ?? []).map(({ id, username }) => ({ id, name: username })),
});

const findRoles = namedChoicesFrom(groups.related, "roles");
const findUsers = namedChoicesFrom(groups.related, "users");

export function NewGroup({ onClose }: { onClose(): void }) {
  return <GroupForm title={t("New group")} initial={EMPTY} onClose={onClose} />;
}

export function EditGroup({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [LIST_KEY, "one", id],
    queryFn: ({ signal }) => call(groups.show, { params: { id: `${id}` } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  if (data) return <GroupForm title={t("Edit group")} id={id} initial={fieldsOf(data.result)} onClose={onClose} />;
  return <LoadingDialog title={t("Edit group")} error={error} onRetry={refetch} onClose={onClose} />;
}

interface GroupFormProps {
  title: string;
  id?: number;
  initial: GroupFields;
  onClose(): void;
}

function GroupForm({ title, id, initial, onClose }: GroupFormProps) {
  const { userId } = useUser();
  const form = useRecordForm<GroupFields, SaveGroup>({
    id,
    initial,
    toBody: bodyOf,
    required: ["name"],
    create: (body) => call(groups.create, { body }),
    update: (of, body) => call(groups.update, { params: { id: of }, body }),
    listKey: LIST_KEY,
    onSaved: async ({ name, users }) => {
      if ([...users, ...initial.users].some((user) => user.id === userId)) await loadSession();
      toast.success(
        id === undefined ? t("Created: {name}", { name: name.trim() }) : t("Saved: {name}", { name: name.trim() }),
      );
      onClose();
    },
  });
  return (
    <FormDialog title={title} verb={t("Save group")} form={form} onClose={onClose}>
      <GroupControls {...form} />
    </FormDialog>
  );
}

type GroupControlsProps = Pick<
  ReturnType<typeof useRecordForm<GroupFields, SaveGroup>>,
  "fields" | "change" | "problems"
>;

const TEXTS = [
  { key: "name", label: t("Name *"), maxLength: 100 },
  { key: "label", label: t("Label"), maxLength: 150 },
  { key: "description", label: t("Description"), maxLength: 512 },
] as const;

function GroupControls({ fields, change, problems }: GroupControlsProps) {
  return (
    <>
      {TEXTS.map(({ key, label, maxLength }) => (
        <Field key={key} label={label} problem={problems[key]}>
          {(of) => (
            <Input
              id={of}
              value={fields[key]}
              maxLength={maxLength}
              status={problems[key] ? "error" : ""}
              onChange={(event) => change({ [key]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Field
        label={t("Roles")}
        problem={problems.roles}
        hint={t("What members can see and do, in addition to their own roles.")}
      >
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
      <Field label={t("Users")} aside={fields.users.length} problem={problems.users}>
        {(of) => (
          <PeopleSelect id={of} value={fields.users} search={findUsers} onChange={(users) => change({ users })} />
        )}
      </Field>
    </>
  );
}
