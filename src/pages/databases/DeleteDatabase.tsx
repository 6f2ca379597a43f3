import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import * as database from "../../api/database/contract.ts";
import { list } from "../../i18n/intl.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import { ConfirmDelete } from "../../ui/ConfirmDelete.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import { useDelete } from "../../web/dialogs/delete.ts";
import { NOUN } from "./database-list.tsx";

export interface DeleteDatabaseProps {
  row: { id: number; database_name: string };
  onClose(): void;
}

export function DeleteDatabase({ row, onClose }: DeleteDatabaseProps) {
  const [busy, setBusy] = useState(false);
  const remove = useDelete({ remove: database.remove }, { key: "databases" });
  const used = useQuery({
    queryKey: ["database", row.id, "related"],
    queryFn: ({ signal }) => call(database.relatedObjects, { params: { id: `${row.id}` } }, { signal }),
    staleTime: 0,
  });
  if (!used.data || used.data.datasets.count > 0) {
    const error = used.error ? toApiError(used.error) : undefined;
    return (
      <Dialog open title={t("Delete database?")} onClose={onClose}>
        {error ? (
          <ErrorState compact title={error.title} text={error.message} onRetry={used.refetch} />
        ) : used.data ? (
          <Used name={row.database_name} used={used.data} onClose={onClose} />
        ) : (
          <SkeletonLines lines={2} />
        )}
      </Dialog>
    );
  }
  const tabs = used.data.sqllab_tab_states.count;
  const confirm = async () => {
    setBusy(true);
    await remove([{ id: row.id, name: row.database_name }], NOUN);
    setBusy(false);
    onClose();
  };
  return (
    <ConfirmDelete
      open
      title={t("Delete database?")}
      verb={t("Delete database")}
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {rich("<strong>{name}</strong> will be permanently disconnected. Nothing in the database itself is deleted.", {
          name: row.database_name,
          strong: (name) => <strong>{name}</strong>,
        })}
      </p>
      {tabs > 0 ? (
        <p>
          {t(
            "{tabs, plural, one {# SQL Lab tab will lose its database.} other {# SQL Lab tabs will lose their database.}}",
            { tabs },
          )}
        </p>
      ) : null}
    </ConfirmDelete>
  );
}

interface UsedProps {
  name: string;
  used: { datasets: { count: number }; charts: { count: number }; dashboards: { count: number } };
  onClose(): void;
}

function Used({ name, used: { datasets, charts, dashboards }, onClose }: UsedProps) {
  const items = [
    ...(datasets.count > 0 ? [t("{count, plural, one {# dataset} other {# datasets}}", datasets)] : []),
    ...(charts.count > 0 ? [t("{count, plural, one {# chart} other {# charts}}", charts)] : []),
    ...(dashboards.count > 0 ? [t("{count, plural, one {# dashboard} other {# dashboards}}", dashboards)] : []),
  ];
  return (
    <>
      <p>
        {rich("<strong>{name}</strong> is used by {items}. Delete the datasets first.", {
          name,
          items: list(items),
          strong: (inside) => <strong>{inside}</strong>,
        })}
      </p>
      <p style={{ marginTop: 16 }}>
        <Link to="/tablemodelview/list/">
          <Button onClick={onClose}>{t("Open datasets")}</Button>
        </Link>
      </p>
    </>
  );
}
