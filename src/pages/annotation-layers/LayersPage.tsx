import { Button } from "antd";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { type AnnotationLayerRow, layers } from "../../api/annotation-layer/contract.ts";
import { DeleteDialog } from "../../web/dialogs/DeleteDialog.tsx";
import { ListView } from "../../web/list-view/ListView.tsx";
import { can } from "../../web/session/session.ts";
import { LayerDialog } from "./LayerDialog.tsx";
import { LAYER, layerList } from "./lists.tsx";

interface Doomed {
  rows: readonly AnnotationLayerRow[];
  done?: (() => void) | undefined;
}

/** All annotation layers; each opens its annotations. */
export function LayersPage() {
  const [edited, setEdited] = useState<AnnotationLayerRow | "new">();
  const [doomed, setDoomed] = useState<Doomed>();
  const mayWrite = can("can_write", "Annotation");
  const definition = useMemo(
    () => layerList({ mayWrite, onEdit: setEdited, onDelete: (rows, done) => setDoomed({ rows, done }) }),
    [mayWrite],
  );
  return (
    <ListView
      definition={definition}
      actions={
        mayWrite ? (
          <Button type="primary" icon={<Plus size={16} />} onClick={() => setEdited("new")}>
            New layer
          </Button>
        ) : undefined
      }
    >
      {edited ? <LayerDialog row={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} /> : null}
      {doomed ? (
        <DeleteDialog
          things={doomed.rows.map((row) => ({ id: row.id, name: row.name ?? "" }))}
          noun={LAYER}
          contract={layers}
          listKey="annotation-layers"
          onClose={() => setDoomed(undefined)}
          onDeleted={doomed.done}
        />
      ) : null}
    </ListView>
  );
}
