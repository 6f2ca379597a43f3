import { Paintbrush, PencilLine, Trash2 } from "lucide-react";
import type { z } from "zod";
import * as templates from "../../api/css-template/contract.ts";
import { call } from "../../web/client/client.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { choicesFrom } from "../../web/list-view/choices.ts";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { LongText } from "../../web/list-view/LongText.tsx";
import type { RecordActs } from "../../web/list-view/RecordsPage.tsx";

export type TemplateRow = z.infer<typeof templates.CssTemplate>;

export const NOUN = { one: "CSS template", many: "CSS templates" } as const;
export const LIST_KEY = "css-templates";
export const PATH = "/csstemplatemodelview/list/";

export const nameOf = ({ id, template_name }: TemplateRow) => template_name || `Template ${id}`;

const FILTERS: readonly ListFilter[] = [
  {
    kind: "search",
    id: "template_name",
    key: "search",
    label: "Name or CSS",
    operator: "css_template_all_text",
  },
  {
    kind: "select",
    id: "changed_by",
    key: "changed_by",
    label: "Modified by",
    operator: "rel_o_m",
    options: choicesFrom(templates.related, "changed_by"),
  },
];

const COLUMNS: ListDefinition<TemplateRow>["columns"] = [
  { id: "template_name", header: "Name", sort: "template_name", cell: () => null },
  { id: "css", header: "CSS", width: "44%", from: 640, cell: (row) => <LongText text={row.css} isCode /> },
  {
    id: "changed_on_delta_humanized",
    header: "Last modified",
    sort: "changed_on_delta_humanized",
    width: "16%",
    from: 640,
    cell: (row) => <RelativeTime at={row.changed_on} short capitalized />,
  },
  { id: "changed_by", header: "Modified by" },
];

/** What the CSS of dashboards can begin with. */
export function templateList({ mayWrite, onEdit, onDelete }: RecordActs<TemplateRow>): ListDefinition<TemplateRow> {
  const remove = { key: "delete", label: "Delete", icon: Trash2, danger: true } as const;
  return {
    key: LIST_KEY,
    title: "CSS templates",
    noun: NOUN,
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: { column: "template_name", order: "asc" },
    sorts: [],
    select: ["id", "template_name", "css", "changed_on"],
    load: (q, signal) => call(templates.list, { q }, { signal }),
    nameOf,
    ...(mayWrite ? { addressOf: (row: TemplateRow) => `${PATH}?edit=${row.id}` } : {}),
    rowActions: mayWrite
      ? [
          { key: "edit", label: "Edit", icon: PencilLine, inline: true, run: onEdit },
          { ...remove, run: (row) => onDelete([row]) },
        ]
      : [],
    bulkActions: mayWrite ? [{ ...remove, run: onDelete }] : [],
    emptyIcon: Paintbrush,
    empty: {
      title: "No CSS templates yet",
      text: "A template is CSS that authors add to their dashboards, in the properties of these.",
    },
  };
}
