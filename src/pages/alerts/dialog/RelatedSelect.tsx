import { Select } from "antd";
import * as report from "../../../api/report/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { useFoundChoices } from "../../../web/client/use-found-choices.ts";
import { choicesFrom } from "../../../web/list-view/choices.ts";
import type { Named } from "./draft.ts";

interface FoundSelectProps {
  id: string;
  column: "database" | "dashboard" | "chart";
  value: Named | undefined;
  isInvalid: boolean;
  onChange(value: Named): void;
}

const TEXTS = {
  database: { placeholder: t("Choose a database"), none: t("No databases found") },
  dashboard: { placeholder: t("Choose a dashboard"), none: t("No dashboards found") },
  chart: { placeholder: t("Choose a chart"), none: t("No charts found") },
};

export function RelatedSelect({ id, column, value, isInvalid, onChange }: FoundSelectProps) {
  const { found, isSearching, search } = useFoundChoices({
    key: ["report", "related", column],
    find: async (text, signal) =>
      (await choicesFrom(report.related, column)(text, signal)).map((one) => ({
        value: Number(one.value),
        label: one.text,
      })),
  });
  const chosen = value ? [{ value: value.id, label: value.name }] : [];
  const names = new Map([...chosen, ...found].map((one) => [one.value, one.label]));
  return (
    <Select
      id={id}
      style={{ width: "100%" }}
      loading={isSearching}
      status={isInvalid ? "error" : ""}
      placeholder={TEXTS[column].placeholder}
      value={value?.id}
      {...search}
      notFoundContent={isSearching ? t("Searching…") : TEXTS[column].none}
      options={[...names].map(([of, label]) => ({ value: of, label }))}
      onChange={(chosenId: number) => onChange({ id: chosenId, name: names.get(chosenId) ?? "" })}
    />
  );
}
