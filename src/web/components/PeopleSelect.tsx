import { Select } from "antd";
import { t } from "../../i18n/translate.ts";
import { useFoundChoices } from "../client/use-found-choices.ts";

export interface PersonChoice {
  id: number;
  name: string;
}

const NOT_FOUND_TEXTS = {
  people: t("No users found"),
  roles: t("No roles found"),
  groups: t("No groups found"),
  dashboards: t("No dashboards found"),
  charts: t("No charts found"),
  "saved queries": t("No saved queries found"),
  datasets: t("No datasets found"),
  tables: t("No tables found"),
  rights: t("No permissions found"),
};

export interface PeopleSelectProps {
  id: string;
  kind?: keyof typeof NOT_FOUND_TEXTS;
  value: readonly PersonChoice[];
  search(text: string, signal: AbortSignal): Promise<PersonChoice[]>;
  onChange(people: readonly PersonChoice[]): void;
}

export function PeopleSelect({ id, kind = "people", value, search, onChange }: PeopleSelectProps) {
  const people = useFoundChoices({
    key: [kind],
    find: async (text, signal) => (await search(text, signal)).map(({ id, name }) => ({ value: id, label: name })),
  });
  const chosen = value.map(({ id, name }) => ({ value: id, label: name }));
  const names = new Map([...chosen, ...people.found].map((one) => [one.value, one.label]));
  return (
    <Select
      id={id}
      mode="multiple"
      style={{ width: "100%" }}
      loading={people.isSearching}
      maxTagCount={4}
      value={chosen.map((one) => one.value)}
      {...people.search}
      notFoundContent={people.isSearching ? t("Searching…") : NOT_FOUND_TEXTS[kind]}
      options={[...names].map(([id, name]) => ({ value: id, label: name }))}
      onChange={(ids: number[]) => onChange(ids.map((each) => ({ id: each, name: names.get(each) ?? "" })))}
    />
  );
}

export function peopleOf(
  people: readonly { id?: number; first_name: string; last_name: string }[] | undefined,
): PersonChoice[] {
  return (people ?? []).flatMap(({ id, first_name, last_name }) =>
    id === undefined ? [] : [{ id, name: `${first_name} ${last_name}`.trim() }],
  );
}
