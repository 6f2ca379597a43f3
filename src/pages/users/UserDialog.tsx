import { useQuery } from "@tanstack/react-query";
import { Input, Switch } from "antd";
import { useId } from "react";
import { type CreateUser, users } from "../../api/security/accounts-contract.ts";
import { t } from "../../i18n/translate.ts";
import { textOfRole } from "../../model/built-in-roles.ts";
import { MIN_PASSWORD_LENGTH, passwordRule } from "../../model/password.ts";
import { Field } from "../../ui/Field.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { call } from "../../web/client/client.ts";
import { PeopleSelect, type PersonChoice } from "../../web/components/PeopleSelect.tsx";
import { FormDialog } from "../../web/dialogs/FormDialog.tsx";
import { LoadingDialog } from "../../web/dialogs/LoadingDialog.tsx";
import { useRecordForm } from "../../web/dialogs/use-record-form.ts";
import { namedChoicesFrom } from "../../web/list-view/choices.ts";
import { loadSession, useUser } from "../../web/session/session.ts";
import { toast } from "../../web/toasts/toasts.ts";
import styles from "./UserDialog.module.css";
import type { UserRow } from "./user-list.tsx";

const TEXTS = ["first_name", "last_name", "username", "email"] as const;
type TextKey = (typeof TEXTS)[number] | "password";

interface UserFields extends Record<TextKey, string> {
  active: boolean;
  roles: readonly PersonChoice[];
  groups: readonly PersonChoice[];
}

const EMPTY: UserFields = {
  first_name: "",
  last_name: "",
  username: "",
  email: "",
  password: "",
  active: true,
  roles: [],
  groups: [],
};

const bodyOf = ({ roles, groups, ...fields }: UserFields): CreateUser => ({
  ...fields,
  roles: roles.map(({ id }) => id),
  groups: groups.map(({ id }) => id),
});

const namedRoles = namedChoicesFrom(users.related, "roles");

/** Built-in roles say what they are for. */
async function findRoles(text: string, signal: AbortSignal): Promise<PersonChoice[]> {
  const found = await namedRoles(text, signal);
  return found.map(({ id, name }) => {
    const detail = textOfRole(name);
    return { id, name, ...(detail ? { detail: t(detail) } : {}) };
  });
}

const findGroups = namedChoicesFrom(users.related, "groups");

export function NewUser({ onClose }: { onClose(): void }) {
  return <UserForm title={t("New user")} initial={EMPTY} onClose={onClose} />;
}

export function EditUser({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["user", id],
    queryFn: ({ signal }) => call(users.show, { params: { id: `${id}` } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  if (data) return <UserForm title={t("Edit user")} id={id} initial={fieldsOf(data.result)} onClose={onClose} />;
  return <LoadingDialog title={t("Edit user")} error={error} onRetry={refetch} onClose={onClose} />;
}

const fieldsOf = (row: Partial<UserRow>): UserFields => ({
  first_name: row.first_name ?? "",
  last_name: row.last_name ?? "",
  username: row.username ?? "",
  email: row.email ?? "",
  password: "",
  active: row.active ?? true,
  roles: row.roles ?? [],
  groups: row.groups ?? [],
});

function problemsIn({ password, roles, groups }: UserFields, isNew: boolean) {
  const isTooShort = password !== "" && password.length < MIN_PASSWORD_LENGTH;
  const hasNoRole = isNew && roles.length + groups.length === 0;
  return {
    ...(isTooShort ? { password: passwordRule() } : {}),
    ...(hasNoRole ? { roles: t("Choose at least one role or group.") } : {}),
  };
}

interface UserFormProps {
  title: string;
  id?: number;
  initial: UserFields;
  onClose(): void;
}

function UserForm({ title, id, initial, onClose }: UserFormProps) {
  const { userId } = useUser();
  const activeId = useId();
  const isNew = id === undefined;
  const form = useRecordForm<UserFields, CreateUser>({
    id,
    initial,
    toBody: bodyOf,
    required: isNew ? [...TEXTS, "password"] : TEXTS,
    check: (now) => problemsIn(now, isNew),
    create: (body) => call(users.create, { body }),
    update: (of, body) => call(users.update, { params: { id: of }, body }),
    listKey: "users",
    onSaved: async ({ username }) => {
      if (id === userId) await loadSession();
      toast.success(isNew ? t("Created: {name}", { name: username }) : t("Saved: {name}", { name: username }));
      onClose();
    },
  });
  const { fields, change, problems } = form;
  const common = (key: TextKey, fieldId: string) => ({
    id: fieldId,
    value: fields[key],
    status: problems[key] ? ("error" as const) : ("" as const),
    onChange: (event: { target: { value: string } }) => change({ [key]: event.target.value }),
  });
  return (
    <FormDialog title={title} verb={t("Save user")} form={form} onClose={onClose}>
      <Field label={t("First name *")} problem={problems.first_name}>
        {(of) => <Input {...common("first_name", of)} autoComplete="off" maxLength={64} />}
      </Field>
      <Field label={t("Last name *")} problem={problems.last_name}>
        {(of) => <Input {...common("last_name", of)} autoComplete="off" maxLength={64} />}
      </Field>
      <Field label={t("Username *")} problem={problems.username}>
        {(of) => <Input {...common("username", of)} autoComplete="off" autoCapitalize="none" maxLength={64} />}
      </Field>
      <Field label={t("Email *")} problem={problems.email}>
        {(of) => <Input {...common("email", of)} autoComplete="off" autoCapitalize="none" maxLength={320} />}
      </Field>
      <Field
        label={fields.groups.length > 0 ? t("Roles") : t("Roles *")}
        problem={problems.roles}
        hint={t("Roles decide what a user can see and do. Choose at least one role or group.")}
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
      <Field label={t("Groups")} problem={problems.groups} hint={t("Also inherits the roles of these groups.")}>
        {(of) => (
          <PeopleSelect
            id={of}
            kind="groups"
            value={fields.groups}
            search={findGroups}
            onChange={(groups) => change({ groups, roles: fields.roles })}
          />
        )}
      </Field>
      <Field
        label={isNew ? t("Password *") : t("New password")}
        problem={problems.password}
        hint={
          isNew
            ? `${passwordRule()} ${t("Users can change it under Your account.")}`
            : `${passwordRule()} ${t("Leave empty to keep the password. A new password signs the user out.")}`
        }
      >
        {(of) => <PasswordInput {...common("password", of)} autoComplete="new-password" maxLength={1024} />}
      </Field>
      <label className={styles.active} htmlFor={activeId}>
        <Switch id={activeId} size="small" checked={fields.active} onChange={(active) => change({ active })} />
        {t("Active (can sign in)")}
      </label>
    </FormDialog>
  );
}
