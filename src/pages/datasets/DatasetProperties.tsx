import { useQueryClient } from "@tanstack/react-query";
import type { DatasetRow } from "../../api/dataset/contract.ts";
import * as dataset from "../../api/dataset/contract.ts";
import { call } from "../../web/client.ts";
import { type PersonChoice, peopleOf } from "../../web/PeopleSelect.tsx";
import { type Properties, PropertiesDialog, type PropertyField } from "../../web/PropertiesDialog.tsx";
import { certificationOf, withCertification } from "./certification.ts";

const FIELDS: readonly PropertyField[] = [
  { key: "table_name", label: "Name", kind: "text", required: true, maxLength: 250 },
  { key: "description", label: "Description", kind: "area" },
  {
    key: "owners",
    label: "Owners",
    kind: "people",
    hint: "Owners may change the dataset.",
    search: async (text, signal) => {
      const { result } = await call(
        dataset.related,
        { params: { column: "owners" }, q: { page: 0, page_size: 100, ...(text ? { filter: text } : {}) } },
        { signal },
      );
      return result.map((each) => ({ id: each.value, name: each.text }));
    },
  },
  {
    key: "cache_timeout",
    label: "Cache timeout",
    kind: "number",
    hint: "Seconds to keep its data. Empty: the default.",
  },
  { key: "certified_by", label: "Certified by", kind: "text" },
  { key: "details", label: "Certification details", kind: "text" },
];

/** Edits what a dataset is called, who owns it and how long its data is kept. Physical datasets keep their table's name. */
export function DatasetProperties({ row, onClose }: { row: DatasetRow; onClose(): void }) {
  const queries = useQueryClient();
  const fields = row.kind === "virtual" ? FIELDS : FIELDS.slice(1);
  return (
    <PropertiesDialog
      title={`Dataset ${row.table_name}`}
      noun="dataset"
      fields={fields}
      cacheKey={["dataset", row.id]}
      onClose={onClose}
      load={async (signal) => {
        const { result } = await call(dataset.show, { params: { id: `${row.id}` } }, { signal });
        const { table_name, description, owners, cache_timeout, extra } = result as unknown as DatasetShown;
        const certified = certificationOf(extra);
        return {
          table_name,
          description: description ?? null,
          owners: peopleOf(owners),
          cache_timeout: cache_timeout ?? null,
          certified_by: certified?.certified_by ?? null,
          details: certified?.details ?? null,
        };
      }}
      save={async (values) => {
        await call(dataset.update, { params: { id: row.id }, query: {}, body: bodyOf(values, row) });
        for (const key of ["datasets", "dataset", "home"]) queries.invalidateQueries({ queryKey: [key] });
      }}
    />
  );
}

interface DatasetShown extends Pick<DatasetRow, "table_name" | "description" | "owners" | "extra"> {
  cache_timeout?: number | null;
}

function bodyOf(values: Properties, row: DatasetRow): dataset.UpdateDataset {
  const text = (key: string) => (values[key] as string | null)?.trim() || null;
  return {
    ...(row.kind === "virtual" ? { table_name: text("table_name") ?? row.table_name } : {}),
    description: text("description"),
    owners: (values.owners as readonly PersonChoice[]).map((person) => person.id),
    cache_timeout: typeof values.cache_timeout === "number" ? values.cache_timeout : null,
    extra: withCertification(row.extra, {
      certified_by: text("certified_by") ?? undefined,
      details: text("details") ?? undefined,
    }),
  };
}
