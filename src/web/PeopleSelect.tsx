import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { useDebounced } from "./clock.ts";

export interface PersonChoice {
  id: number;
  name: string;
}

const NOBODY = { people: "Nobody found", roles: "No roles found" };

export interface PeopleSelectProps {
  id: string;
  /** What is chosen from, when it is not people. */
  kind?: keyof typeof NOBODY;
  value: readonly PersonChoice[];
  search(text: string, signal: AbortSignal): Promise<PersonChoice[]>;
  onChange(people: readonly PersonChoice[]): void;
}

/** Several people, or others with a name, found by the server as one types. */
export function PeopleSelect({ id, kind = "people", value, search, onChange }: PeopleSelectProps) {
  const [typed, setTyped] = useState("");
  const settled = useDebounced(typed.trim());
  const { data = [], isFetching } = useQuery<PersonChoice[]>({
    queryKey: [kind, settled],
    queryFn: ({ signal }) => search(settled, signal),
    placeholderData: (previous) => previous,
  });
  const known = new Map([...value, ...data].map((person) => [person.id, person]));
  return (
    <Select
      id={id}
      mode="multiple"
      style={{ width: "100%" }}
      loading={isFetching}
      maxTagCount={4}
      value={value.map((person) => person.id)}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={isFetching ? "Searching…" : NOBODY[kind]}
      options={[...known.values()].map((person) => ({ value: person.id, label: person.name }))}
      onChange={(ids: number[]) => onChange(ids.flatMap((each) => known.get(each) ?? []))}
    />
  );
}

/** People of the API as choices. */
export function peopleOf(
  people: readonly { id?: number; first_name: string; last_name: string }[] | undefined,
): PersonChoice[] {
  return (people ?? []).flatMap(({ id, first_name, last_name }) =>
    id === undefined ? [] : [{ id, name: `${first_name} ${last_name}`.trim() }],
  );
}
