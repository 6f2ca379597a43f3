import { useQuery } from "@tanstack/react-query";
import { Bell, TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import type { z } from "zod";
import * as report from "../../api/report/contract.ts";
import { t } from "../../i18n/translate.ts";
import { call } from "../../web/client/client.ts";
import { nowMs, parseMoment } from "../../web/client/clock.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { can, useUser } from "../../web/session/session.ts";
import rows from "./Favorites.module.css";
import styles from "./HomePage.module.css";

type Row = z.output<typeof report.ReportRow>;

const SHOWN = 5;
const RECENT_MS = 7 * 24 * 3600 * 1000;

export function NeedsAttention() {
  const { userId } = useUser();
  const { data = [] } = useQuery({
    queryKey: ["home", "attention", userId],
    enabled: can("can_read", "ReportSchedule"),
    queryFn: ({ signal }) => loadAttention(userId, signal),
  });
  if (data.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="home-attention">
      <div className={styles.head}>
        <h2 id="home-attention">{t("Needs attention")}</h2>
        <Link className={styles.more} to="/alert/list/">
          {t("All alerts")}
        </Link>
      </div>
      <div className={styles.panel}>
        <ul className={rows.list}>
          {data.map((row) => (
            <AttentionRow key={row.id} row={row} />
          ))}
        </ul>
      </div>
    </section>
  );
}

async function loadAttention(userId: number, signal: AbortSignal): Promise<Row[]> {
  const filters = [
    { col: "owners", opr: "rel_m_m", value: userId },
    { col: "active", opr: "eq", value: true },
    { col: "last_state", opr: "in", value: ["Success", "On Grace", "Error"] },
  ];
  const order = { order_column: "last_eval_dttm", order_direction: "desc", page: 0, page_size: 25 } as const;
  const { result } = await call(report.list, { q: { filters, ...order } }, { signal });
  const since = nowMs() - RECENT_MS;
  const isRecent = ({ last_eval_dttm }: Row) => parseMoment(last_eval_dttm ?? "") >= since;
  return result.filter((row) => isRecent(row) && (hasFailed(row) || row.type === "Alert")).slice(0, SHOWN);
}

const hasFailed = ({ last_state }: Row) => last_state === "Error";

function whatHappened(row: Row): string {
  const { name } = row;
  if (row.type !== "Alert") return t("Report “{name}” failed to send", { name });
  return hasFailed(row) ? t("Alert “{name}” failed to run or send", { name }) : t("Alert “{name}” fired", { name });
}

function AttentionRow({ row }: { row: Row }) {
  const { id, name, type, last_eval_dttm } = row;
  const color = hasFailed(row) ? "var(--tessera-color-warning)" : "var(--tessera-color-error)";
  const Icon = hasFailed(row) ? Bell : TriangleAlert;
  return (
    <li className={rows.row}>
      <Icon size={16} color={color} aria-hidden />
      <span className={rows.text}>
        <Link to={`/${type.toLowerCase()}/${id}/log/`} className={rows.title} title={name}>
          {whatHappened(row)}
        </Link>
        <span className={rows.note}>
          <RelativeTime at={last_eval_dttm} capitalized />
        </span>
      </span>
    </li>
  );
}
