import { PencilLine, Trash2, UsersRound } from "lucide-react";
import { groups } from "../../api/security/roles-contract.ts";
import type { OperationResult } from "../../model/operation.ts";
import { call } from "../../web/client/client.ts";
import { choicesFrom } from "../../web/list-view/choices.ts";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { LongText } from "../../web/list-view/LongText.tsx";
import type { RecordActs } from "../../web/list-view/RecordsPage.tsx";

export type GroupRow = OperationResult<typeof groups.list>["result"][number];

export const NOUN = { one: "group", many: "groups" } as const;
export const LIST_KEY = "groups";
export const PATH = "/list_groups/";

const related = (column: "roles" | "users") => choicesFrom(groups.related, column);

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "name", key: "search", label: "Name", operator: "ct" },
  { kind: "select", id: "roles", key: "role", label: "Role", operator: "rel_m_m", options: related("roles") },
  { kind: "select", id: "users", key: "user", label: "User", operator: "rel_m_m", options: related("users") },
];

const COLUMNS: ListDefinition<GroupRow>["columns"] = [
  { id: "name", header: "Name", sort: "name", cell: () => null },
  {
    id: "label",
    header: "Label",
    sort: "label",
    width: "16%",
    from: 960,
    cell: (row) => <LongText text={row.label} />,
  },
  {
    id: "description",
    header: "Description",
    sort: "description",
    width: "22%",
    from: 1200,
    cell: (row) => <LongText text={row.description} />,
  },
  {
    id: "roles",
    header: "Roles",
    width: "24%",
    from: 640,
    cell: (row) => <LongText text={row.roles.map(({ name }) => name).join(", ")} />,
  },
  {
    id: "users",
    header: "Users",
    width: "20%",
    from: 640,
    cell: (row) => <LongText text={row.users.map(({ username }) => username).join(", ")} />,
  },
];

/** Groups of people, each with roles that they have through it. */
export function groupList({ mayWrite, onEdit, onDelete }: RecordActs<GroupRow>): ListDefinition<GroupRow> {
  const remove = { key: "delete", label: "Delete", icon: Trash2, danger: true } as const;
  return {
    key: LIST_KEY,
    title: "Groups",
    noun: NOUN,
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: { column: "name", order: "asc" },
    sorts: [],
    select: ["id", "name", "label", "description", "roles.id", "roles.name", "users.id", "users.username"],
    load: (q, signal) => call(groups.list, { q }, { signal }),
    nameOf: (row) => row.name,
    ...(mayWrite ? { addressOf: (row: GroupRow) => `${PATH}?edit=${row.id}` } : {}),
    rowActions: mayWrite
      ? [
          { key: "edit", label: "Edit", icon: PencilLine, inline: true, run: onEdit },
          { ...remove, run: (row) => onDelete([row]) },
        ]
      : [],
    bulkActions: mayWrite ? [{ ...remove, run: onDelete }] : [],
    emptyIcon: UsersRound,
    empty: { title: "No groups yet", text: "People have the roles of the groups that they are in, beside their own." },
  };
}
