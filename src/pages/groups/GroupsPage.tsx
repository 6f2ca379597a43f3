import { groups } from "../../api/security/roles-contract.ts";
import { t } from "../../i18n/translate.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { RecordsPage } from "../../web/list-view/RecordsPage.tsx";
import { can, isAdmin } from "../../web/session/session.ts";
import { type GroupRow, groupList, LIST_KEY, NOUN, PATH } from "./group-list.tsx";

const NewGroup = lazyComponent(async () => (await import("./GroupDialog.tsx")).NewGroup);
const EditGroup = lazyComponent(async () => (await import("./GroupDialog.tsx")).EditGroup);

export function GroupsPage() {
  return (
    <RecordsPage
      path={PATH}
      // The permission alone isn't enough: group roles could make the user an administrator.
      canWrite={can("can_write", "Group") && isAdmin()}
      listOf={groupList}
      newLabel={t("New group")}
      New={NewGroup}
      Edit={EditGroup}
      deletion={(rows) => ({
        items: rows,
        noun: NOUN,
        contract: { remove: groups.remove },
        listKey: LIST_KEY,
        consequences: async () => rolesText(rows),
      })}
    />
  );
}

function rolesText(rows: readonly GroupRow[]): string {
  const members = new Set(rows.flatMap(({ users }) => users.map(({ id }) => id))).size;
  const roles = new Set(rows.flatMap((row) => row.roles.map(({ id }) => id))).size;
  if (members === 0 || roles === 0) return t("No members get a role from this group.");
  return t(
    "{members, plural, one {# member loses {roles, plural, one {a role} other {# roles}}, except roles assigned elsewhere.} other {# members lose {roles, plural, one {a role} other {# roles}}, except roles assigned elsewhere.}}",
    { members, roles },
  );
}
