import { useQuery } from "@tanstack/react-query";
import { Input } from "antd";
import { Link } from "react-router";
import { pairs, roles } from "../../api/security/roles-contract.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import { textOfRole } from "../../model/built-in-roles.ts";
import { Field } from "../../ui/Field.tsx";
import { call } from "../../web/client/client.ts";
import { PeopleSelect, type PersonChoice } from "../../web/components/PeopleSelect.tsx";
import { FormDialog } from "../../web/dialogs/FormDialog.tsx";
import { LoadingDialog } from "../../web/dialogs/LoadingDialog.tsx";
import { useRecordForm } from "../../web/dialogs/use-record-form.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { permissionText } from "./permission-text.ts";

interface RoleFields {
  name: string;
  permission_view_menu_ids: readonly PersonChoice[];
}

interface RoleBody {
  name: string;
  permission_view_menu_ids: number[];
}

const EMPTY: RoleFields = { name: "", permission_view_menu_ids: [] };

const bodyOf = ({ name, permission_view_menu_ids }: RoleFields): RoleBody => ({
  name,
  permission_view_menu_ids: permission_view_menu_ids.map(({ id }) => id),
});

/** In words, with the name that is used by the API. */
const permissionChoice = (id: number, permission: string, view: string): PersonChoice => ({
  id,
  name: permissionText(permission, view),
  detail: `${permission} on ${view}`,
});

/** Matches the permission, its resource, or both: `can_read on Chart`. */
async function findPermissions(text: string, signal: AbortSignal): Promise<PersonChoice[]> {
  const [permission = "", view] = text.split(" on ");
  const of = (col: "permission.name" | "view_menu.name", value: string) => ({ col, opr: "ct", value });
  const both = [of("permission.name", permission), of("view_menu.name", view ?? "")];
  const filterSets = view === undefined ? [[of("view_menu.name", text)], [of("permission.name", text)]] : [both];
  const found = await Promise.all(
    filterSets.map((filters) =>
      call(
        pairs.list,
        { q: { filters, order_column: "view_menu.name", order_direction: "asc", page_size: 100 } },
        { signal },
      ),
    ),
  );
  const permissions = found.flatMap(({ result }) =>
    result.map(({ id, permission: { name }, view_menu }) => permissionChoice(id, name, view_menu.name)),
  );
  return [...new Map(permissions.map((right) => [right.id, right])).values()];
}

export function NewRole({ onClose }: { onClose(): void }) {
  return <RoleForm title={t("New role")} initial={EMPTY} onClose={onClose} />;
}

export function EditRole({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["role", id],
    queryFn: ({ signal }) => loadRole(`${id}`, signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (data) return <RoleForm title={t("Edit role")} id={id} initial={data} onClose={onClose} />;
  return <LoadingDialog title={t("Edit role")} error={error} onRetry={refetch} onClose={onClose} />;
}

async function loadRole(id: string, signal: AbortSignal): Promise<RoleFields> {
  const [role, held] = await Promise.all([
    call(roles.show, { params: { id } }, { signal }),
    call(roles.pairs, { params: { id } }, { signal }),
  ]);
  const permissions = held.result.map((pair) => permissionChoice(pair.id, pair.permission_name, pair.view_menu_name));
  return { name: role.result.name ?? "", permission_view_menu_ids: permissions };
}

const setPermissions = (id: string, permission_view_menu_ids: number[]) =>
  call(roles.setPairs, { params: { id }, body: { permission_view_menu_ids } });

async function createRole({ name, permission_view_menu_ids }: RoleBody): Promise<void> {
  const { id } = await call(roles.create, { body: { name } });
  if (permission_view_menu_ids.length > 0) await setPermissions(`${id}`, permission_view_menu_ids);
}

async function changeRole(id: string, { name, permission_view_menu_ids }: Partial<RoleBody>): Promise<void> {
  if (name !== undefined) await call(roles.update, { params: { id }, body: { name } });
  if (permission_view_menu_ids !== undefined) await setPermissions(id, permission_view_menu_ids);
}

interface RoleFormProps {
  title: string;
  id?: number;
  initial: RoleFields;
  onClose(): void;
}

function RoleForm({ title, id, initial, onClose }: RoleFormProps) {
  const form = useRecordForm<RoleFields, RoleBody>({
    id,
    initial,
    toBody: bodyOf,
    required: ["name"],
    create: createRole,
    update: changeRole,
    listKey: "roles",
    onSaved: ({ name }) => {
      toast.success(id === undefined ? t("Created: {name}", { name }) : t("Saved: {name}", { name: name }));
      onClose();
    },
  });
  const { fields, change, problems } = form;
  const about = textOfRole(initial.name);
  return (
    <FormDialog title={title} verb={t("Save role")} width={720} form={form} onClose={onClose}>
      <Field label={t("Name *")} problem={problems.name} hint={about && t(about)}>
        {(of) => (
          <Input
            id={of}
            value={fields.name}
            maxLength={64}
            status={problems.name ? "error" : ""}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t("Permissions")}
        aside={fields.permission_view_menu_ids.length}
        problem={problems.permission_view_menu_ids}
        hint={rich(
          "Search by what the permission is on, such as a dataset, or by its name in the API, such as can_read. Access to data is easier to grant in <link>Data access by role</link>.",
          {
            link: (text) => (
              <Link to="/roles/data/" target="_blank">
                {text}
              </Link>
            ),
          },
        )}
      >
        {(of) => (
          <PeopleSelect
            id={of}
            kind="rights"
            value={fields.permission_view_menu_ids}
            search={findPermissions}
            onChange={(permission_view_menu_ids) => change({ permission_view_menu_ids })}
          />
        )}
      </Field>
    </FormDialog>
  );
}
