import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { Link } from "react-router";
import { list, restore, type TrashRow } from "../../../api/trash/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { call } from "../../../web/client/client.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import styles from "./Tile.module.css";

/** For editors of a dashboard: the deleted chart, if they may restore it. */
export function TrashedChart({ chartId }: { chartId: number }) {
  const { data } = useQuery({
    queryKey: ["trash", "chart", chartId],
    queryFn: async ({ signal }) => (await call(list, { q: trashQuery(chartId) }, { signal })).result[0],
    retry: false,
  });
  if (!data) return null;
  return (
    <div className={styles.trashed}>
      <p>
        {t("“{name}” was moved to the trash {time}.", {
          name: data.name ?? "",
          time: data.deleted_on_delta_humanized ?? "",
        })}
      </p>
      <div>
        <Button size="small" onClick={() => void restoreChart(data)}>
          {t("Restore")}
        </Button>{" "}
        <Link to="/trash/">{t("Open trash")}</Link>
      </div>
    </div>
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
