import { PencilLine, Users } from "lucide-react";
import type { z } from "zod";
import { type UserRow as Row, users } from "../../api/security/accounts-contract.ts";
import { accessAction } from "../../features/access/index.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { call } from "../../web/client/client.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { YES_NO } from "../../web/list-view/choices.ts";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { DELETE, manyFilter } from "../../web/list-view/standard.tsx";
import { Yes } from "../../web/list-view/Yes.tsx";

export type UserRow = z.infer<typeof Row>;

export const NOUN = { one: "user", many: "users" } as const;

export const nameOf = ({ first_name, last_name, username }: UserRow) => `${first_name} ${last_name}`.trim() || username;

export interface UserListOptions {
  canWrite: boolean;
  ownId: number;
  onEdit(row: UserRow): void;
  onDelete(row: UserRow): void;
}

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "username", key: "search", label: t("Name or email"), operator: "all_text" },
  manyFilter(users.related, "roles", t("Role"), "role"),
  manyFilter(users.related, "groups", t("Group"), "group"),
  { kind: "select", id: "active", key: "active", label: t("Active"), operator: "eq", options: YES_NO },
];

const COLUMNS: ListDefinition<UserRow>["columns"] = [
  { id: "first_name", header: t("Name"), sort: "first_name", cell: () => null },
  { id: "username", header: t("Username"), sort: "username", width: "16%", cell: (row) => row.username },
  { id: "email", header: t("Email"), sort: "email", width: "20%", from: 960, cell: (row) => row.email },
  {
    id: "roles",
    header: t("Roles"),
    width: "18%",
    from: 640,
    below: true,
    cell: (row) =>
      list(
        (row.roles ?? []).map(({ name }) => name),
        "commas",
      ),
  },
  {
    id: "active",
    header: t("Active"),
    sort: "active",
    width: "9%",
    from: 640,
    cell: (row) => <Yes on={row.active} />,
    below: (row) => (row.active ? t("Active") : t("Not active")),
  },
  {
    id: "last_login",
    header: t("Last sign-in"),
    sort: "last_login",
    width: "14%",
    from: 960,
    cell: (row) => (row.last_login ? <RelativeTime at={row.last_login} short capitalized /> : t("Never##signed in")),
  },
  { id: "groups", header: t("Groups") },
];

const SELECT = ["id", "username", "first_name", "last_name", "email", "active", "roles.id", "roles.name", "last_login"];

export function userList({ canWrite, ownId, onEdit, onDelete }: UserListOptions): ListDefinition<UserRow> {
  return {
    key: "users",
    title: t("Users"),
    noun: NOUN,
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: { column: "first_name", order: "asc" },
    sorts: [],
    select: SELECT,
    load: (q, signal) => call(users.list, { q }, { signal }),
    nameOf,
    ...(canWrite ? { addressOf: (row: UserRow) => `/users/?edit=${row.id}` } : {}),
    rowActions: [
      { key: "edit", label: t("Edit"), icon: PencilLine, inline: true, when: () => canWrite, run: onEdit },
      accessAction((row) => ({ subject: { kind: "user", id: row.id, name: nameOf(row) } })),
      {
        ...DELETE,
        when: (row) => canWrite && row.id !== ownId,
        run: onDelete,
      },
    ],
    bulkActions: [],
    emptyIcon: Users,
    empty: { title: t("No users yet"), text: t("Users of this server appear here.") },
  };
}
