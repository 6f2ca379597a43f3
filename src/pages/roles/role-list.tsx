import { KeyRound, PencilLine } from "lucide-react";
import { roles } from "../../api/security/roles-contract.ts";
import { call } from "../../web/client/client.ts";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { DELETE } from "../../web/list-view/standard.tsx";

export interface RoleRow {
  id: number;
  name: string;
  user_ids: number[];
  permission_ids: number[];
}

export const NOUN = { one: "role", many: "roles" } as const;

export interface RoleActs {
  mayWrite: boolean;
  onEdit(row: RoleRow): void;
  onDelete(row: RoleRow): void;
}

const FILTERS: readonly ListFilter[] = [{ kind: "search", id: "name", key: "search", label: "Name", operator: "ct" }];

const COLUMNS: ListDefinition<RoleRow>["columns"] = [
  { id: "name", header: "Name", sort: "name", cell: () => null },
  { id: "user_ids", header: "Users", width: "16%", align: "end", cell: (row) => row.user_ids.length },
  { id: "permission_ids", header: "Rights", width: "16%", align: "end", cell: (row) => row.permission_ids.length },
];

/** What people may be. */
export function roleList({ mayWrite, onEdit, onDelete }: RoleActs): ListDefinition<RoleRow> {
  return {
    key: "roles",
    title: "Roles",
    noun: NOUN,
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: { column: "name", order: "asc" },
    sorts: [],
    select: ["id", "name", "user_ids", "permission_ids"],
    load: (q, signal) => call(roles.search, { q: { ...q, filters: q.filters ?? [] } }, { signal }),
    nameOf: (row) => row.name,
    ...(mayWrite ? { addressOf: (row: RoleRow) => `/roles/?edit=${row.id}` } : {}),
    rowActions: mayWrite
      ? [
          { key: "edit", label: "Edit", icon: PencilLine, inline: true, run: onEdit },
          { ...DELETE, run: onDelete },
        ]
      : [],
    bulkActions: [],
    emptyIcon: KeyRound,
    empty: { title: "No roles yet", text: "A role gives its people rights." },
  };
}
