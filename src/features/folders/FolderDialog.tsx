import { Input } from "antd";
import * as contract from "../../api/folder/contract.ts";
import { t } from "../../i18n/translate.ts";
import { Field } from "../../ui/Field.tsx";
import { call } from "../../web/client/client.ts";
import { PeopleSelect, type PersonChoice, peopleOf } from "../../web/components/PeopleSelect.tsx";
import { FormDialog } from "../../web/dialogs/FormDialog.tsx";
import { type Problems, useRecordForm } from "../../web/dialogs/use-record-form.ts";
import { namedChoicesFrom } from "../../web/list-view/choices.ts";
import { useUser } from "../../web/session/session.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { FOLDERS_KEY, type Folder, isWithin, NO_FOLDER, reloadFolders, useFolders } from "./folders.ts";
import { FolderSelect } from "./MoveDialog.tsx";

interface Fields {
  name: string;
  description: string;
  parent_id: number;
  owners: readonly PersonChoice[];
  editors: readonly PersonChoice[];
  editor_roles: readonly PersonChoice[];
  viewer_roles: readonly PersonChoice[];
}

const ids = (people: readonly PersonChoice[]) => people.map(({ id }) => id);

const bodyOf = (fields: Fields): contract.CreateFolder => ({
  name: fields.name.trim(),
  description: fields.description.trim() || null,
  parent_id: fields.parent_id === NO_FOLDER ? null : fields.parent_id,
  owners: ids(fields.owners),
  editors: ids(fields.editors),
  editor_roles: ids(fields.editor_roles),
  viewer_roles: ids(fields.viewer_roles),
});

const fieldsOf = (folder: Folder): Fields => ({
  name: folder.name,
  description: folder.description ?? "",
  parent_id: folder.parent_id ?? NO_FOLDER,
  owners: peopleOf(folder.owners),
  editors: peopleOf(folder.editors),
  editor_roles: folder.editor_roles,
  viewer_roles: folder.viewer_roles,
});

interface FolderDialogProps {
  /** Undefined: a new one. */
  folder?: Folder | undefined;
  /** Of a new one. */
  parentId?: number | undefined;
  onClose(): void;
}

export function FolderDialog({ folder, parentId = NO_FOLDER, onClose }: FolderDialogProps) {
  const user = useUser();
  const self = { id: user.userId, name: `${user.firstName} ${user.lastName}`.trim() };
  const none = { name: "", description: "", parent_id: parentId, editors: [], editor_roles: [], viewer_roles: [] };
  const form = useRecordForm<Fields, contract.CreateFolder>({
    id: folder?.id,
    initial: folder ? fieldsOf(folder) : { ...none, owners: [self] },
    toBody: bodyOf,
    required: ["name"],
    create: (body) => call(contract.create, { body }),
    update: (id, body) => call(contract.update, { params: { id }, body } as never),
    listKey: FOLDERS_KEY,
    onSaved: ({ name }) => {
      reloadFolders(["chart", "dashboard", "dataset"]);
      toast.success(folder ? t("Saved: {name}", { name: name.trim() }) : t("Created: {name}", { name: name.trim() }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={folder ? t("Edit folder") : t("New folder")}
      verb={folder ? t("Save folder") : t("Create folder")}
      form={form}
      onClose={onClose}
    >
      <Texts {...form} folder={folder} />
      <Rights {...form} />
    </FormDialog>
  );
}

interface ControlsProps {
  fields: Fields;
  problems: Problems<Fields>;
  change(next: Partial<Fields>): void;
}

function Texts({ fields, problems, change, folder }: ControlsProps & { folder: Folder | undefined }) {
  const { folders, isPending } = useFolders();
  const outer = folder ? folders.filter(({ id }) => !isWithin(folders, id, folder.id)) : folders;
  return (
    <>
      <Field label={t("Name *")} problem={problems.name}>
        {(id) => (
          <Input
            id={id}
            autoFocus
            value={fields.name}
            maxLength={250}
            status={problems.name ? "error" : ""}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("Description")} problem={problems.description}>
        {(id) => (
          <Input.TextArea
            id={id}
            autoSize={{ minRows: 1, maxRows: 6 }}
            maxLength={10_000}
            value={fields.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("Parent folder")} problem={problems.parent_id}>
        {(id) => (
          <FolderSelect
            id={id}
            folders={outer}
            isLoading={isPending}
            value={fields.parent_id}
            none={t("None (top level)")}
            onChange={(parent_id) => change({ parent_id })}
          />
        )}
      </Field>
    </>
  );
}

const findUsers = namedChoicesFrom(contract.related, "owners");
const findRoles = namedChoicesFrom(contract.related, "viewer_roles");

function Rights({ fields, problems, change }: ControlsProps) {
  const select = (key: "owners" | "editors" | "editor_roles" | "viewer_roles") => (id: string) => (
    <PeopleSelect
      id={id}
      kind={key === "owners" || key === "editors" ? "people" : "roles"}
      value={fields[key]}
      search={key === "owners" || key === "editors" ? findUsers : findRoles}
      onChange={(value) => change({ [key]: value })}
    />
  );
  return (
    <>
      <Field
        label={t("Owners")}
        problem={problems.owners}
        hint={t("Owners can change and delete this folder, and edit what it contains.")}
      >
        {select("owners")}
      </Field>
      <Field
        label={t("Editors")}
        problem={problems.editors}
        hint={t("Editors can edit what the folder contains if they can see it. Folders within it inherit this.")}
      >
        {select("editors")}
      </Field>
      <Field label={t("Editor roles")} problem={problems.editor_roles}>
        {select("editor_roles")}
      </Field>
      <Field
        label={t("Viewer roles")}
        problem={problems.viewer_roles}
        hint={t(
          "Only users with these roles can open the published dashboards in this folder. They see the data that you and the authors can read. Empty = the folder changes nothing.",
        )}
      >
        {select("viewer_roles")}
      </Field>
    </>
  );
}
