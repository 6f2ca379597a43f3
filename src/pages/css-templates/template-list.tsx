import { Paintbrush } from "lucide-react";
import type { z } from "zod";
import * as templates from "../../api/css-template/contract.ts";
import { t } from "../../i18n/translate.ts";
import { call } from "../../web/client/client.ts";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { LongText } from "../../web/list-view/LongText.tsx";
import { modifiedByFilter, modifiedColumn, type RecordActions, recordActions } from "../../web/list-view/standard.tsx";

export type TemplateRow = z.infer<typeof templates.CssTemplate>;

export const NOUN = { one: "CSS template", many: "CSS templates" } as const;
export const LIST_KEY = "css-templates";
export const PATH = "/csstemplatemodelview/list/";

export const nameOf = ({ id, template_name }: TemplateRow) => template_name || t("Template {id}", { id: `${id}` });

const FILTERS: readonly ListFilter[] = [
  {
    kind: "search",
    id: "template_name",
    key: "search",
    label: t("Name or CSS"),
    operator: "css_template_all_text",
  },
  modifiedByFilter(templates.related),
];

const COLUMNS: ListDefinition<TemplateRow>["columns"] = [
  { id: "template_name", header: t("Name"), sort: "template_name", cell: () => null },
  { id: "css", header: "CSS", width: "44%", from: 640, cell: (row) => <LongText text={row.css} isCode /> },
  modifiedColumn({ width: "16%", from: 640 }),
  { id: "changed_by", header: t("Modified by") },
];

export function templateList(acts: RecordActions<TemplateRow>): ListDefinition<TemplateRow> {
  return {
    key: LIST_KEY,
    title: t("CSS templates"),
    noun: NOUN,
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: { column: "template_name", order: "asc" },
    sorts: [],
    select: ["id", "template_name", "css", "changed_on"],
    load: (q, signal) => call(templates.list, { q }, { signal }),
    nameOf,
    ...(acts.canWrite ? { addressOf: (row: TemplateRow) => `${PATH}?edit=${row.id}` } : {}),
    ...recordActions(acts),
    emptyIcon: Paintbrush,
    empty: {
      title: t("No CSS templates yet"),
      text: t("Dashboard authors can add templates to their CSS in the dashboard properties."),
    },
  };
}
