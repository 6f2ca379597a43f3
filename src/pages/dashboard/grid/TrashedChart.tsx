import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import type { ReactElement } from "react";
import { Link } from "react-router";
import { list, restore, type TrashRow } from "../../../api/trash/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { Message } from "../../../ui/Message.tsx";
import { call } from "../../../web/client/client.ts";
import { toast } from "../../../web/toasts/toasts.ts";

/** For editors of a dashboard: names the deleted chart and restores it. `plain` is shown if they can't restore it. */
export function TrashedChart({ chartId, plain }: { chartId: number; plain: ReactElement }) {
  const { data } = useQuery({
    queryKey: ["trash", "chart", chartId],
    queryFn: async ({ signal }) => (await call(list, { q: trashQuery(chartId) }, { signal })).result[0] ?? null,
    retry: false,
  });
  if (!data) return plain;
  return (
    <Message
      compact
      title={t("“{name}” is in the trash", { name: data.name ?? "" })}
      text={data.deleted_on_delta_humanized}
      actions={
        <>
          <Button size="small" onClick={() => void restoreChart(data)}>
            {t("Restore")}
          </Button>
          <Link to="/trash/">{t("Open trash")}</Link>
        </>
      }
    />
  );
}

const trashQuery = (chartId: number) => ({
  filters: [
    { col: "type", opr: "eq", value: "chart" },
    { col: "object_id", opr: "eq", value: chartId },
  ],
  page: 0,
  page_size: 1,
});

async function restoreChart({ id, name = "" }: TrashRow): Promise<void> {
  try {
    await call(restore, { params: { id } });
    toast.success(t("Restored: {name}", { name }));
    window.location.reload();
  } catch (error) {
    toast.error(error);
  }
}
