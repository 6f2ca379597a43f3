import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { ChartRow } from "../../api/chart/contract.ts";
import * as chart from "../../api/chart/contract.ts";
import { call } from "../../web/client.ts";
import { saveAsking } from "../../web/overwrite/overwrite.ts";
import { type PersonChoice, peopleOf } from "../../web/PeopleSelect.tsx";
import { type Properties, PropertiesDialog, type PropertyField } from "../../web/PropertiesDialog.tsx";

const FIELDS: readonly PropertyField[] = [
  { key: "slice_name", label: "Name", kind: "text", required: true, maxLength: 250 },
  { key: "description", label: "Description", kind: "area", hint: "Shown on dashboards; Markdown works." },
  {
    key: "owners",
    label: "Owners",
    kind: "people",
    hint: "Owners may change the chart.",
    search: async (text, signal) => {
      const { result } = await call(
        chart.related,
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
    hint: "Seconds to keep this chart's data. Empty: as its dataset.",
  },
  { key: "certified_by", label: "Certified by", kind: "text", hint: "Person or group that has certified this chart." },
  { key: "certification_details", label: "Certification details", kind: "text" },
];

/** Edits what a chart is called, who owns it and how long its data is kept. */
export function ChartProperties({ row, onClose }: { row: ChartRow; onClose(): void }) {
  const queries = useQueryClient();
  const state = useRef<string>(undefined);
  const onState = (read: string) => {
    state.current = read;
  };
  return (
    <PropertiesDialog
      title="Chart properties"
      noun="chart"
      fields={FIELDS}
      cacheKey={["chart", row.id]}
      onClose={onClose}
      load={async (signal) =>
        propertiesOf((await call(chart.show, { params: { id: `${row.id}` } }, { signal, onState })).result)
      }
      save={async (values) => {
        const args = { params: { id: row.id }, body: bodyOf(values) };
        await saveAsking({ noun: "chart", id: row.id }, state.current, (basedOn) =>
          call(chart.update, args, { basedOn }),
        );
        for (const key of ["charts", "chart", "home", "favorites"]) queries.invalidateQueries({ queryKey: [key] });
      }}
    />
  );
}

function propertiesOf(detail: chart.ChartDetail): Properties {
  const { slice_name, description, owners, cache_timeout, certified_by, certification_details } = detail;
  return { slice_name, description, owners: peopleOf(owners), cache_timeout, certified_by, certification_details };
}

function bodyOf(values: Properties): chart.UpdateChart {
  const text = (key: string) => (values[key] as string | null)?.trim() || null;
  return {
    slice_name: text("slice_name"),
    description: text("description"),
    owners: (values.owners as readonly PersonChoice[]).map((person) => person.id),
    cache_timeout: typeof values.cache_timeout === "number" ? values.cache_timeout : null,
    certified_by: text("certified_by"),
    certification_details: text("certification_details"),
  };
}
