import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { related } from "../../../api/dashboard/contract.ts";
import type { DashboardProperties } from "../../../editor/dashboard-document.ts";
import { call } from "../../../web/client.ts";
import { useDebounced } from "../../../web/clock.ts";

type Owners = DashboardProperties["owners"];

interface Props {
  id: string;
  value: Owners;
  onChange(owners: Owners): void;
}

/** People to own the dashboard, searched on the server. */
export function OwnersSelect({ id, value, onChange }: Props) {
  const [search, setSearch] = useState("");
  const filter = useDebounced(search.trim());
  const { data, isFetching } = useQuery({
    queryKey: ["dashboard", "related", "owners", filter],
    queryFn: ({ signal }) =>
      call(related, { params: { column: "owners" }, q: { filter, page: 0, page_size: 100 } }, { signal }),
  });
  const chosen = value.map((owner) => ({
    value: owner.id,
    label: `${owner.first_name ?? ""} ${owner.last_name ?? ""}`.trim(),
  }));
  const found = (data?.result ?? []).map((row) => ({ value: Number(row.value), label: row.text }));
  const options = [...found, ...chosen.filter((one) => !found.some((other) => other.value === one.value))];
  return (
    <Select
      id={id}
      mode="multiple"
      value={chosen}
      labelInValue
      options={options}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      onChange={(next: { value: number; label: string }[]) =>
        onChange(
          next.map(({ value: ownerId, label }) => {
            const [first_name = "", ...rest] = label.split(" ");
            return { id: ownerId, first_name, last_name: rest.join(" ") };
          }),
        )
      }
    />
  );
}
