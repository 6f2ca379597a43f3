import type { ObjectType } from "../../api/tag/contract.ts";
import { t } from "../../i18n/translate.ts";
import { Field } from "../../ui/Field.tsx";
import { PeopleSelect, type PersonChoice } from "../../web/components/PeopleSelect.tsx";
import { can, isAdmin, useUser } from "../../web/session/session.ts";
import { finderOf, TAGGED_KINDS } from "./tagged-kinds.ts";

export type Objects = Readonly<Record<ObjectType, readonly PersonChoice[]>>;

export const NO_OBJECTS: Objects = { dashboard: [], chart: [], query: [], dataset: [] };

export function referencesOf(objects: Objects): [ObjectType, number][] {
  return TAGGED_KINDS.flatMap(({ type }) => objects[type].map(({ id }): [ObjectType, number] => [type, id]));
}

export function ObjectFields({ value, onChange }: { value: Objects; onChange(value: Objects): void }) {
  const { userId } = useUser();
  return (
    <>
      {TAGGED_KINDS.filter(({ view }) => can("can_read", view)).map((kind) => (
        <Field key={kind.type} label={kind.label} aside={value[kind.type].length}>
          {(id) => (
            <PeopleSelect
              id={id}
              kind={kind.many}
              value={value[kind.type]}
              search={finderOf(kind, userId)}
              onChange={(chosen) => onChange({ ...value, [kind.type]: chosen })}
            />
          )}
        </Field>
      ))}
    </>
  );
}

export const ownershipNote = () => (isAdmin() ? undefined : t("You can tag items you own."));
