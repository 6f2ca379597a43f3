import { UsersRound } from "lucide-react";
import { groups } from "../../api/security/roles-contract.ts";
import type { OperationResult } from "../../model/operation.ts";
import { call } from "../../web/client/client.ts";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { LongText } from "../../web/list-view/LongText.tsx";
import { manyFilter, type RecordActions, recordActions } from "../../web/list-view/standard.tsx";

export type GroupRow = OperationResult<typeof groups.list>["result"][number];

export const NOUN = { one: "group", many: "groups" } as const;
export const LIST_KEY = "groups";
export const PATH = "/list_groups/";

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "name", key: "search", label: "Name", operator: "ct" },
  manyFilter(groups.related, "roles", "Role", "role"),
  manyFilter(groups.related, "users", "User", "user"),
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

export function groupList(acts: RecordActions<GroupRow>): ListDefinition<GroupRow> {
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
    ...(acts.mayWrite ? { addressOf: (row: GroupRow) => `${PATH}?edit=${row.id}` } : {}),
    ...recordActions(acts),
    emptyIcon: UsersRound,
    empty: { title: "No groups yet", text: "Group members inherit the group's roles." },
  };
}
