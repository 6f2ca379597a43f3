import { Select } from "antd";
import { list } from "../../../api/dataset/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { Field } from "../../../ui/Field.tsx";
import { call } from "../../../web/client/client.ts";
import { useFoundChoices } from "../../../web/client/use-found-choices.ts";
import { isAdmin, useUser } from "../../../web/session/session.ts";

export interface OwnDataset {
  id: number;
  name: string;
}

interface DatasetChoiceProps {
  value: OwnDataset | undefined;
  problem: string | undefined;
  onChange(dataset: OwnDataset | undefined): void;
}

const PAGE_SIZE = 50;

export function DatasetChoice({ value, problem, onChange }: DatasetChoiceProps) {
  const { userId } = useUser();
  const { found, isSearching, search } = useFoundChoices({
    key: ["sqllab", "own datasets"],
    find: async (text, signal) => {
      const filters = [
        ...(text === "" ? [] : [{ col: "table_name", opr: "ct", value: text }]),
        ...(isAdmin() ? [] : [{ col: "owners", opr: "rel_m_m", value: [userId] }]),
      ];
      const order = { order_column: "changed_on_delta_humanized", order_direction: "desc" as const };
      const q = { filters, ...order, columns: ["id", "table_name"], page: 0, page_size: PAGE_SIZE };
      const { result } = await call(list, { q }, { signal });
      return result.map(({ id, table_name }) => ({ value: id, label: table_name }));
    },
  });
  const names = new Map(found.map((one) => [one.value, one.label]));
  if (value) names.set(value.id, value.name);
  return (
    <Field
      label={t("Dataset to overwrite")}
      hint={t("Replaces the dataset's SQL and columns with this query. All charts that use the dataset will change.")}
      problem={problem}
    >
      {(id) => (
        <Select
          id={id}
          style={{ width: "100%" }}
          loading={isSearching}
          placeholder={t("Search datasets")}
          {...search}
          notFoundContent={isSearching ? t("Searching…") : t("No matching datasets that you own")}
          value={value?.id}
          options={[...names].map(([key, name]) => ({ value: key, label: name }))}
          onChange={(chosen: number) => onChange({ id: chosen, name: names.get(chosen) ?? "" })}
        />
      )}
    </Field>
  );
}
