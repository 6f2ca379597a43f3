import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { ArrowLeft, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { type AnnotationRow, annotations, layers } from "../../api/annotation-layer/contract.ts";
import { t } from "../../i18n/translate.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { NotFound } from "../../ui/NotFound.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import { HeaderButton } from "../../web/components/HeaderButton.tsx";
import { DeleteDialog } from "../../web/dialogs/DeleteDialog.tsx";
import { ListView } from "../../web/list-view/ListView.tsx";
import { can } from "../../web/session/session.ts";
import { AnnotationDialog } from "./AnnotationDialog.tsx";
import { ANNOTATION, annotationList } from "./lists.tsx";

export function AnnotationsPage() {
  const { layerId = "" } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ["annotation-layers", "one", layerId],
    queryFn: ({ signal }) => call(layers.show, { params: { id: layerId } }, { signal }),
  });
  if (data) return <Annotations key={layerId} layerId={layerId} name={data.result.name ?? ""} />;
  if (!error) return null;
  const { status, title, message } = toApiError(error);
  return status === 404 ? <NotFound /> : <ErrorState title={title} text={message} onRetry={refetch} />;
}

interface PendingDelete {
  rows: readonly AnnotationRow[];
  done?: (() => void) | undefined;
}

const deletionsOf = (layerId: string) => {
  const place = `/api/v1/annotation_layer/${encodeURIComponent(layerId)}/annotation/`;
  return {
    remove: { ...annotations.remove, path: `${place}:id` },
    removeMany: { ...annotations.removeMany, path: place },
  };
};

function Annotations({ layerId, name }: { layerId: string; name: string }) {
  const [edited, setEdited] = useState<AnnotationRow | "new">();
  const [pendingDelete, setPendingDelete] = useState<PendingDelete>();
  const navigate = useNavigate();
  const canWrite = can("can_write", "Annotation");
  const definition = useMemo(
    () =>
      annotationList(
        { id: layerId, name },
        { canWrite, onEdit: setEdited, onDelete: (rows, done) => setPendingDelete({ rows, done }) },
      ),
    [layerId, name, canWrite],
  );
  return (
    <ListView
      definition={definition}
      actions={
        <>
          <HeaderButton
            label={t("All layers")}
            icon={<ArrowLeft size={16} />}
            onClick={() => navigate("/annotationlayer/list/")}
          />
          {canWrite ? (
            <Button type="primary" icon={<Plus size={16} />} onClick={() => setEdited("new")}>
              {t("New annotation")}
            </Button>
          ) : null}
        </>
      }
    >
      {edited ? (
        <AnnotationDialog
          layerId={layerId}
          row={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
      {pendingDelete ? (
        <DeleteDialog
          items={pendingDelete.rows.map((row) => ({ id: row.id, name: row.short_descr ?? "" }))}
          noun={ANNOTATION}
          contract={deletionsOf(layerId)}
          listKey={definition.key}
          onClose={() => setPendingDelete(undefined)}
          onDeleted={pendingDelete.done}
        />
      ) : null}
    </ListView>
  );
}
