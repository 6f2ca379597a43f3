import { Form } from "antd";
import { related } from "../../../api/dashboard/contract.ts";
import { call } from "../../../web/client.ts";
import { PeopleSelect, type PersonChoice } from "../../../web/PeopleSelect.tsx";
import styles from "../edit/edit.module.css";
import { Field, type PartProps } from "./parts.tsx";
import { TagsField } from "./TagsField.tsx";

/** Who may change and see the dashboard, and what it is found by. */
export function Access({ draft: { properties }, set }: PartProps) {
  return (
    <Form layout="vertical" className={styles.form}>
      <Field label="Owners" id="dashboard-owners" help="Owners may edit this dashboard.">
        <PeopleSelect
          id="dashboard-owners"
          value={properties.owners.map(({ id, first_name, last_name }) => ({
            id,
            name: `${first_name ?? ""} ${last_name ?? ""}`.trim(),
          }))}
          search={(text, signal) => relatedChoices("owners", text, signal)}
          onChange={(people) => set({ owners: people.map(ownerOf) })}
        />
      </Field>
      <Field
        label="Roles"
        id="dashboard-roles"
        help="Once published, open to everybody with one of these roles, with all of its data. Without roles, open to everybody who may read its data."
      >
        <PeopleSelect
          id="dashboard-roles"
          kind="roles"
          value={properties.roles}
          search={(text, signal) => relatedChoices("roles", text, signal)}
          onChange={(roles) => set({ roles })}
        />
      </Field>
      <TagsField tags={properties.tags} onChange={(tags) => set({ tags })} />
    </Form>
  );
}

function ownerOf({ id, name }: PersonChoice) {
  const [first_name = "", ...rest] = name.split(" ");
  return { id, first_name, last_name: rest.join(" ") };
}

async function relatedChoices(column: "owners" | "roles", filter: string, signal: AbortSignal) {
  const q = { filter, page: 0, page_size: 100 };
  const { result } = await call(related, { params: { column }, q }, { signal });
  return result.map(({ value, text }) => ({ id: Number(value), name: text }));
}
