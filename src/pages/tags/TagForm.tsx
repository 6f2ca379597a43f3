import { useQuery } from "@tanstack/react-query";
import { Input } from "antd";
import * as tags from "../../api/tag/contract.ts";
import { t } from "../../i18n/translate.ts";
import { Field } from "../../ui/Field.tsx";
import { call } from "../../web/client/client.ts";
import { ApiError, toApiError } from "../../web/client/errors.ts";
import { queryClient } from "../../web/client/query.ts";
import { FormDialog } from "../../web/dialogs/FormDialog.tsx";
import { LoadingDialog } from "../../web/dialogs/LoadingDialog.tsx";
import { useRecordForm } from "../../web/dialogs/use-record-form.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { NO_OBJECTS, ObjectFields, type Objects, ownershipNote, referencesOf } from "./ObjectFields.tsx";

interface TagFields {
  name: string;
  description: string;
  objects_to_tag: Objects;
}

const EMPTY: TagFields = { name: "", description: "", objects_to_tag: NO_OBJECTS };

const bodyOf = ({ name, description, objects_to_tag }: TagFields): tags.CreateTag => ({
  name: name.trim(),
  description: description.trim() || null,
  objects_to_tag: referencesOf(objects_to_tag),
});

export function NewTag({ onClose }: { onClose(): void }) {
  return <TagForm title={t("New tag")} initial={EMPTY} onClose={onClose} />;
}

export function EditTag({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["tags", "edited", id],
    queryFn: ({ signal }) => loadTag(id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (data) return <TagForm title={t("Edit tag")} id={id} initial={data} onClose={onClose} />;
  return <LoadingDialog title={t("Edit tag")} width={720} error={error} onRetry={refetch} onClose={onClose} />;
}

async function loadTag(id: number, signal: AbortSignal): Promise<TagFields> {
  const [{ result: tag }, { result: objects }] = await Promise.all([
    call(tags.show, { params: { id } }, { signal }),
    call(tags.objects, { query: { tagIds: `${id}` } }, { signal }),
  ]);
  if ((tag.type ?? tags.CUSTOM_TAG) !== tags.CUSTOM_TAG) {
    throw new ApiError({ title: t("Forbidden"), message: t("System tags can't be edited.") });
  }
  const of = (type: tags.ObjectType) => objects.filter((one) => one.type === type);
  return {
    name: tag.name ?? "",
    description: tag.description ?? "",
    objects_to_tag: { dashboard: of("dashboard"), chart: of("chart"), query: of("query"), dataset: of("dataset") },
  };
}

/** The API would reuse an existing tag of that name and keep its description, so that is checked first. */
async function createTag(body: tags.CreateTag): Promise<void> {
  const { count } = await call(tags.list, { q: { filters: [{ col: "name", opr: "eq", value: body.name }] } });
  if (count > 0) throw new ApiError({ title: t("Conflict"), message: "", fields: { name: [t("Must be unique")] } });
  await call(tags.create, { body });
}

async function changeTag(id: string, body: Partial<tags.CreateTag>): Promise<void> {
  try {
    await call(tags.update, { params: { id }, body });
  } catch (error) {
    if (toApiError(error).status !== 403 || !body.objects_to_tag) throw error;
    const message = t("Not saved: you can't edit one of the items you added or removed.");
    throw new ApiError({ status: 403, title: t("Forbidden"), message });
  }
}

interface TagFormProps {
  title: string;
  id?: number;
  initial: TagFields;
  onClose(): void;
}

function TagForm({ title, id, initial, onClose }: TagFormProps) {
  const form = useRecordForm<TagFields, tags.CreateTag>({
    id,
    initial,
    toBody: bodyOf,
    required: ["name"],
    create: createTag,
    update: changeTag,
    listKey: "tags",
    onSaved: ({ name }) => {
      for (const list of ["dashboards", "charts"]) void queryClient.invalidateQueries({ queryKey: [list] });
      toast.success(
        id === undefined ? t("Created: {name}", { name: name.trim() }) : t("Saved: {name}", { name: name.trim() }),
      );
      onClose();
    },
  });
  const { fields, change, problems } = form;
  return (
    <FormDialog
      title={title}
      verb={t("Save tag")}
      width={720}
      form={form}
      footerNote={ownershipNote()}
      onClose={onClose}
    >
      <Field label={t("Name *")} problem={problems.name}>
        {(of) => (
          <Input
            id={of}
            maxLength={250}
            value={fields.name}
            status={problems.name ? "error" : ""}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("Description")} problem={problems.description}>
        {(of) => (
          <Input.TextArea
            id={of}
            autoSize={{ minRows: 2, maxRows: 6 }}
            value={fields.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
      <ObjectFields value={fields.objects_to_tag} onChange={(objects_to_tag) => change({ objects_to_tag })} />
    </FormDialog>
  );
}
