import type { QueryKey } from "@tanstack/react-query";
import { Select } from "antd";
import { t } from "../../i18n/translate.ts";
import { type Choice, useFoundChoices } from "../client/use-found-choices.ts";

export interface FoundObject {
  id: number;
  name: string;
}

interface FoundSelectProps {
  id: string;
  searchKey: QueryKey;
  find(text: string, signal: AbortSignal): Promise<Choice[]>;
  placeholder: string;
  /** Shown when nothing is found. */
  none: string;
  value: FoundObject | undefined;
  isInvalid?: boolean;
  onChange(value: FoundObject): void;
}

/** One object, found on the server by its name. */
export function FoundSelect({ id, searchKey, find, placeholder, none, value, isInvalid, onChange }: FoundSelectProps) {
  const { found, isSearching, search } = useFoundChoices({ key: searchKey, find });
  const chosen = value ? [{ value: value.id, label: value.name }] : [];
  const names = new Map([...chosen, ...found].map((one) => [one.value, one.label]));
  return (
    <Select
      id={id}
      style={{ width: "100%" }}
      loading={isSearching}
      status={isInvalid ? "error" : ""}
      placeholder={placeholder}
      value={value?.id}
      {...search}
      notFoundContent={isSearching ? t("Searching…") : none}
      options={[...names].map(([of, label]) => ({ value: of, label }))}
      onChange={(chosenId: number) => onChange({ id: chosenId, name: names.get(chosenId) ?? "" })}
    />
  );
}
