import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { DashboardRow } from "../../api/dashboard/contract.ts";
import * as dashboard from "../../api/dashboard/contract.ts";
import { call } from "../../web/client.ts";
import { saveAsking } from "../../web/overwrite/overwrite.ts";
import { type PersonChoice, peopleOf } from "../../web/PeopleSelect.tsx";
import { type Properties, PropertiesDialog, type PropertyField } from "../../web/PropertiesDialog.tsx";

const FIELDS: readonly PropertyField[] = [
  { key: "dashboard_title", label: "Name", kind: "text", required: true, maxLength: 500 },
  { key: "slug", label: "URL slug", kind: "text", maxLength: 255, hint: "A readable address for this dashboard." },
  {
    key: "owners",
    label: "Owners",
    kind: "people",
    hint: "Owners may change the dashboard.",
    search: async (text, signal) => {
      const { result } = await call(
        dashboard.related,
        { params: { column: "owners" }, q: { page: 0, page_size: 100, ...(text ? { filter: text } : {}) } },
        { signal },
      );
      return result.map((each) => ({ id: each.value, name: each.text }));
    },
  },
  {
    key: "certified_by",
    label: "Certified by",
    kind: "text",
    hint: "Person or group that has certified this dashboard.",
  },
  { key: "certification_details", label: "Certification details", kind: "text" },
  { key: "published", label: "Published", kind: "switch", hint: "Drafts are seen by their owners only." },
];

/** Edits what a dashboard is called, who owns it and whether it is published. */
export function DashboardProperties({ row, onClose }: { row: DashboardRow; onClose(): void }) {
  const queries = useQueryClient();
  const state = useRef<string>(undefined);
  const onState = (read: string) => {
    state.current = read;
  };
  return (
    <PropertiesDialog
      title="Dashboard properties"
      noun="dashboard"
      fields={FIELDS}
      cacheKey={["dashboard", row.id]}
      onClose={onClose}
      load={async (signal) =>
        propertiesOf((await call(dashboard.show, { params: { id: `${row.id}` } }, { signal, onState })).result)
      }
      save={async (values) => {
        const args = { params: { id: row.id }, body: bodyOf(values) };
        await saveAsking({ noun: "dashboard", id: row.id }, state.current, (basedOn) =>
          call(dashboard.update, args, { basedOn }),
        );
        for (const key of ["dashboards", "dashboard", "home", "favorites"])
          queries.invalidateQueries({ queryKey: [key] });
      }}
    />
  );
}

function propertiesOf(detail: dashboard.DashboardDetail): Properties {
  const { dashboard_title, slug, owners, certified_by, certification_details, published } = detail;
  return { dashboard_title, slug, owners: peopleOf(owners), certified_by, certification_details, published };
}

function bodyOf(values: Properties): dashboard.UpdateDashboard {
  const text = (key: string) => (values[key] as string | null)?.trim() || null;
  return {
    dashboard_title: text("dashboard_title"),
    slug: text("slug"),
    owners: (values.owners as readonly PersonChoice[]).map((person) => person.id),
    certified_by: text("certified_by"),
    certification_details: text("certification_details"),
    published: values.published === true,
  };
}
