import { Button } from "antd";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import * as tags from "../../api/tag/contract.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { call } from "../../web/client/client.ts";
import { DeleteDialog } from "../../web/dialogs/DeleteDialog.tsx";
import { ListView } from "../../web/list-view/ListView.tsx";
import { useDialogAddress } from "../../web/navigation/use-dialog-address.ts";
import { can } from "../../web/session/session.ts";
import { NOUN, type TagRow, tagList } from "./tag-list.tsx";
import { type Counts, countsText } from "./tagged-kinds.ts";

const NewTag = lazyComponent(async () => (await import("./TagForm.tsx")).NewTag);
const EditTag = lazyComponent(async () => (await import("./TagForm.tsx")).EditTag);
const GiveDialog = lazyComponent(async () => (await import("./GiveDialog.tsx")).GiveDialog);

interface Chosen {
  act: "give" | "delete";
  rows: readonly TagRow[];
  done?: (() => void) | undefined;
}

/** All tags that people wrote. `?new=1` opens the dialog that makes one, `?edit=<id>` the one that changes it. */
export function TagsPage() {
  const [chosen, setChosen] = useState<Chosen>();
  const mayWrite = can("can_write", "Tag");
  const { isNew, edited, openNew, openEdit, close } = useDialogAddress("/superset/tags/", mayWrite);
  const definition = useMemo(
    () =>
      tagList({
        mayWrite,
        mayTag: can("can_bulk_create", "Tag"),
        onEdit: ({ id }) => openEdit(id),
        onTag: (rows, done) => setChosen({ act: "give", rows, done }),
        onDelete: (rows, done) => setChosen({ act: "delete", rows, done }),
      }),
    [mayWrite, openEdit],
  );
  const leave = () => setChosen(undefined);
  return (
    <ListView
      definition={definition}
      actions={
        mayWrite ? (
          <Button type="primary" icon={<Plus size={16} />} onClick={openNew}>
            New tag
          </Button>
        ) : undefined
      }
    >
      {isNew ? <NewTag onClose={close} /> : null}
      {edited > 0 ? <EditTag key={edited} id={edited} onClose={close} /> : null}
      {chosen?.act === "give" ? (
        <GiveDialog names={chosen.rows.map(({ name }) => name)} onClose={leave} onGiven={() => chosen.done?.()} />
      ) : null}
      {chosen?.act === "delete" ? (
        <DeleteDialog
          things={chosen.rows}
          noun={NOUN}
          contract={tags}
          byName
          listKey="tags"
          consequences={(signal) => whatLoses(chosen.rows, signal)}
          onClose={leave}
          onDeleted={chosen.done}
        />
      ) : null}
    </ListView>
  );
}

/** What would be without the tags: each object once, however many of them it has. */
async function whatLoses(rows: readonly TagRow[], signal: AbortSignal): Promise<string> {
  const { result } = await call(tags.objects, { query: { tagIds: rows.map(({ id }) => id).join(",") } }, { signal });
  const count = (type: tags.ObjectType) => result.filter((one) => one.type === type).length;
  const counts: Counts = {
    dashboard: count("dashboard"),
    chart: count("chart"),
    query: count("query"),
    dataset: count("dataset"),
  };
  const words = countsText(counts);
  const it = rows.length === 1 ? "It is" : "They are";
  return words ? `${it} taken from ${words}.` : `Nothing that you see has ${rows.length === 1 ? "it" : "them"}.`;
}
