import { useQuery } from "@tanstack/react-query";
import { Input, Switch } from "antd";
import { useId } from "react";
import { users } from "../../api/security/accounts-contract.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Field } from "../../ui/Field.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client.ts";
import { toApiError } from "../../web/errors.ts";
import { choicesFrom } from "../../web/list-view/choices.ts";
import { PeopleSelect, type PersonChoice } from "../../web/PeopleSelect.tsx";
import styles from "./UserDialog.module.css";
import { EMPTY, type TextKey, type UserFields, useSaving } from "./use-saving.ts";
import type { UserRow } from "./user-list.tsx";

const findRoles = async (text: string, signal: AbortSignal): Promise<PersonChoice[]> =>
  (await choicesFrom(users.related, "roles")(text, signal)).map(({ value, text: name }) => ({
    id: Number(value),
    name,
  }));

export function NewUser({ onClose }: { onClose(): void }) {
  return <UserForm title="New user" kept={EMPTY} onClose={onClose} />;
}

export function EditUser({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["user", id],
    queryFn: ({ signal }) => call(users.show, { params: { id: `${id}` } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  if (data) return <UserForm title="Edit user" id={id} kept={fieldsOf(data.result)} onClose={onClose} />;
  const failure = error ? toApiError(error) : undefined;
  return (
    <Dialog open title="Edit user" onClose={onClose}>
      {failure ? (
        <ErrorState
          compact
          title={failure.title}
          text={failure.message === failure.title ? undefined : failure.message}
          onRetry={refetch}
        />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Dialog>
  );
}

const fieldsOf = (row: Partial<UserRow>): UserFields => ({
  first_name: row.first_name ?? "",
  last_name: row.last_name ?? "",
  username: row.username ?? "",
  email: row.email ?? "",
  password: "",
  active: row.active ?? true,
  roles: row.roles ?? [],
});

interface UserFormProps {
  title: string;
  id?: number;
  kept: UserFields;
  onClose(): void;
}

function UserForm({ title, id, kept, onClose }: UserFormProps) {
  const { fields, change, problems, failure, isChanged, isBusy, save } = useSaving({ id, kept, onSaved: onClose });
  const activeId = useId();
  const isNew = id === undefined;
  const common = (key: TextKey, fieldId: string) => ({
    id: fieldId,
    value: fields[key],
    status: problems[key] ? ("error" as const) : ("" as const),
    onChange: (event: { target: { value: string } }) => change({ [key]: event.target.value }),
  });
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      dirty={isChanged}
      primary={{ label: "Save user", onClick: save, loading: isBusy, disabled: !isChanged }}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label="First name *" problem={problems.first_name}>
          {(of) => <Input {...common("first_name", of)} autoComplete="off" maxLength={64} />}
        </Field>
        <Field label="Last name *" problem={problems.last_name}>
          {(of) => <Input {...common("last_name", of)} autoComplete="off" maxLength={64} />}
        </Field>
        <Field label="Username *" problem={problems.username}>
          {(of) => <Input {...common("username", of)} autoComplete="off" autoCapitalize="none" maxLength={64} />}
        </Field>
        <Field label="Email *" problem={problems.email}>
          {(of) => <Input {...common("email", of)} autoComplete="off" autoCapitalize="none" maxLength={320} />}
        </Field>
        <Field label="Roles *" problem={problems.roles} hint="What they may see and do.">
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
          label={isNew ? "Password *" : "New password"}
          problem={problems.password}
          hint={
            isNew
              ? "They can change it in the menu of their account."
              : "Left empty, the password stays as it is. A new one signs them out."
          }
        >
          {(of) => <Input.Password {...common("password", of)} autoComplete="new-password" maxLength={1024} />}
        </Field>
        <label className={styles.active} htmlFor={activeId}>
          <Switch id={activeId} size="small" checked={fields.active} onChange={(active) => change({ active })} />
          Active: may sign in
        </label>
        <input type="submit" hidden />
        {failure ? (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
