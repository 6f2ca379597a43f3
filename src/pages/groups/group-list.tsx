import { UsersRound } from "lucide-react";
import { groups } from "../../api/security/roles-contract.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
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
  { kind: "search", id: "name", key: "search", label: t("Name"), operator: "ct" },
  manyFilter(groups.related, "roles", t("Role"), "role"),
  manyFilter(groups.related, "users", t("User"), "user"),
];

const COLUMNS: ListDefinition<GroupRow>["columns"] = [
  { id: "name", header: t("Name"), sort: "name", cell: () => null },
  {
    id: "label",
    header: t("Label"),
    sort: "label",
    width: "16%",
    from: 960,
    cell: (row) => <LongText text={row.label} />,
  },
  {
    id: "description",
    header: t("Description"),
    sort: "description",
    width: "22%",
    from: 1200,
    cell: (row) => <LongText text={row.description} />,
  },
  {
    id: "roles",
    header: t("Roles"),
    width: "24%",
    from: 640,
    cell: (row) => (
      <LongText
        text={list(
          row.roles.map(({ name }) => name),
          "commas",
        )}
      />
    ),
  },
  {
    id: "users",
    header: t("Users"),
    width: "20%",
    from: 640,
    cell: (row) => (
      <LongText
        text={list(
          row.users.map(({ username }) => username),
          "commas",
        )}
      />
    ),
  },
];

export function groupList(acts: RecordActions<GroupRow>): ListDefinition<GroupRow> {
  return {
    key: LIST_KEY,
    title: t("Groups"),
    noun: NOUN,
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: { column: "name", order: "asc" },
    sorts: [],
    select: ["id", "name", "label", "description", "roles.id", "roles.name", "users.id", "users.username"],
    load: (q, signal) => call(groups.list, { q }, { signal }),
    nameOf: (row) => row.name,
    ...(acts.canWrite ? { addressOf: (row: GroupRow) => `${PATH}?edit=${row.id}` } : {}),
    ...recordActions(acts),
    emptyIcon: UsersRound,
    empty: { title: t("No groups yet"), text: t("Group members inherit the group's roles.") },
  };
}
