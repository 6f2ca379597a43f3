import { Select } from "antd";
import { t } from "../../i18n/translate.ts";
import { useFoundChoices } from "../client/use-found-choices.ts";
import styles from "./PeopleSelect.module.css";

export interface PersonChoice {
  id: number;
  name: string;
  /** Shown below the name while choosing. */
  detail?: string;
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
  assertions: t("No assertions found"),
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
    find: async (text, signal) => (await search(text, signal)).map(choiceOf),
  });
  const choices = new Map([...value.map(choiceOf), ...people.found].map((one) => [one.value, one]));
  return (
    <Select
      id={id}
      mode="multiple"
      style={{ width: "100%" }}
      loading={people.isSearching}
      maxTagCount={4}
      value={value.map((one) => one.id)}
      {...people.search}
      notFoundContent={people.isSearching ? t("Searching…") : NOT_FOUND_TEXTS[kind]}
      options={[...choices.values()]}
      optionRender={({ data }) => <Option {...data} />}
      onChange={(ids: number[]) => onChange(ids.map((each) => ({ id: each, name: choices.get(each)?.label ?? "" })))}
    />
  );
}

const choiceOf = ({ id, name, detail }: PersonChoice) => ({ value: id, label: name, detail });

function Option({ label, detail }: { label: string; detail: string | undefined }) {
  if (!detail) return label;
  return (
    <span className={styles.option}>
      {label}
      <small>{detail}</small>
    </span>
  );
}

export function peopleOf(
  people: readonly { id?: number; first_name: string; last_name: string }[] | undefined,
): PersonChoice[] {
  return (people ?? []).flatMap(({ id, first_name, last_name }) =>
    id === undefined ? [] : [{ id, name: `${first_name} ${last_name}`.trim() }],
  );
}
