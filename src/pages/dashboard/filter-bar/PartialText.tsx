import { Input } from "antd";
import { useState } from "react";
import { t } from "../../../i18n/translate.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { filterControls } from "../../../model/native-filter-query.ts";
import { fieldId } from "../state/open-filters.ts";
import { useValues } from "./use-values.ts";

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  ilike_contains: t("Contains…"),
  ilike_starts_with: t("Starts with…"),
  ilike_ends_with: t("Ends with…"),
};

export function PartialText({ filter }: { filter: NativeFilter }) {
  const { values, choose } = useValues(filter);
  const current = values[0] === undefined ? "" : String(values[0]);
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    if (draft !== null && draft.trim() !== current) choose(draft.trim() === "" ? [] : [draft.trim()]);
    setDraft(null);
  };
  return (
    <Input
      id={fieldId(filter.id)}
      value={draft ?? current}
      placeholder={PLACEHOLDERS[filterControls(filter).operator]}
      allowClear
      onChange={(event) => (event.type === "click" ? choose([]) : setDraft(event.target.value))}
      onBlur={commit}
      onPressEnter={commit}
    />
  );
}
