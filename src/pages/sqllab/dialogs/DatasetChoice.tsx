import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { list } from "../../../api/dataset/contract.ts";
import { Field } from "../../../ui/Field.tsx";
import { call } from "../../../web/client.ts";
import { useDebounced } from "../../../web/clock.ts";
import { isAdmin, useUser } from "../../../web/session.ts";

export interface OwnDataset {
  id: number;
  name: string;
}

interface DatasetChoiceProps {
  value: OwnDataset | undefined;
  problem: string | undefined;
  onChange(dataset: OwnDataset | undefined): void;
}

/** Choices at a time. */
const PAGE_SIZE = 50;

/** A dataset that one may change, found by the server as one types. */
export function DatasetChoice({ value, problem, onChange }: DatasetChoiceProps) {
  const { userId } = useUser();
  const [typed, setTyped] = useState("");
  const text = useDebounced(typed.trim());
  const { data = [], isFetching } = useQuery<OwnDataset[]>({
    queryKey: ["sqllab", "own datasets", text],
    placeholderData: (before) => before,
    queryFn: async ({ signal }) => {
      const filters = [
        ...(text === "" ? [] : [{ col: "table_name", opr: "ct", value: text }]),
        ...(isAdmin() ? [] : [{ col: "owners", opr: "rel_m_m", value: [userId] }]),
      ];
      const order = { order_column: "changed_on_delta_humanized", order_direction: "desc" as const };
      const q = { filters, ...order, columns: ["id", "table_name"], page: 0, page_size: PAGE_SIZE };
      const { result } = await call(list, { q }, { signal });
      return result.map(({ id, table_name }) => ({ id, name: table_name }));
    },
  });
  return (
    <Field
      label="Dataset to overwrite"
      hint="Its SQL and columns become those of this query. All charts that use it change."
      problem={problem}
    >
      {(id) => (
        <Select
          id={id}
          style={{ width: "100%" }}
          loading={isFetching}
          placeholder="Search datasets"
          showSearch={{ filterOption: false, onSearch: setTyped }}
          notFoundContent={isFetching ? "Searching…" : "No dataset of yours is called that"}
          value={value?.id}
          options={data.map((dataset) => ({ value: dataset.id, label: dataset.name }))}
          onChange={(chosen: number) => onChange(data.find((dataset) => dataset.id === chosen))}
        />
      )}
    </Field>
  );
}
