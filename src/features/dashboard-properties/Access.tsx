import { related } from "../../api/dashboard/contract.ts";
import { t } from "../../i18n/translate.ts";
import { Field } from "../../ui/Field.tsx";
import { call } from "../../web/client/client.ts";
import { PeopleSelect, type PersonChoice } from "../../web/components/PeopleSelect.tsx";
import { TagsField } from "../../web/components/TagsField.tsx";
import type { PartProps } from "./parts.ts";

export function Access({ draft: { properties }, set }: PartProps) {
  return (
    <>
      <Field label={t("Owners")} hint={t("Owners can edit this dashboard.")}>
        {(id) => (
          <PeopleSelect
            id={id}
            value={properties.owners.map((owner) => ({
              id: owner.id,
              name: `${owner.first_name ?? ""} ${owner.last_name ?? ""}`.trim(),
            }))}
            search={(text, signal) => relatedChoices("owners", text, signal)}
            onChange={(people) => set({ owners: people.map(ownerOf) })}
          />
        )}
      </Field>
      <Field
        label={t("Roles")}
        hint={t(
          "Once published, users with any of these roles can open this dashboard and see all of its data. Empty = users who can read its data.",
        )}
      >
        {(id) => (
          <PeopleSelect
            id={id}
            kind="roles"
            value={properties.roles}
            search={(text, signal) => relatedChoices("roles", text, signal)}
            onChange={(roles) => set({ roles })}
          />
        )}
      </Field>
      <TagsField noun="dashboard" tags={properties.tags} onChange={(tags) => set({ tags })} />
    </>
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
