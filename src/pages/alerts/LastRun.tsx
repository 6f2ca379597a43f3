import { useQuery } from "@tanstack/react-query";
import { listLog } from "../../api/report/contract.ts";
import type { ListQuery } from "../../model/resource.ts";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import styles from "./alerts.module.css";
import { StatePill } from "./report-labels.tsx";
import type { ReportRow } from "./report-list.tsx";
import { SentPicture } from "./SentPicture.tsx";

/** What a row's last run sent, or why it failed. */
export function LastRun({ row }: { row: ReportRow }) {
  const { id, name, last_eval_dttm, last_state } = row;
  return (
    <>
      {last_state === "Error" ? <Cause id={id} at={last_eval_dttm} /> : null}
      <SentPicture id={id} name={name} at={last_eval_dttm} />
    </>
  );
}

const LATEST: ListQuery = {
  ...{ page: 0, page_size: 1, order_column: "start_dttm", order_direction: "desc" },
  filters: [{ col: "state", opr: "eq", value: "Error" }],
};

function Cause({ id, at }: { id: number; at: string | null | undefined }) {
  const { data, error } = useQuery({
    queryKey: ["report", id, "cause", at],
    queryFn: ({ signal }) => call(listLog, { params: { id }, q: LATEST }, { signal }),
  });
  const text = error ? toApiError(error).message : data?.result[0]?.error_message;
  if (!text) return null;
  return (
    <div className={styles.cause}>
      <StatePill state="Error" />
      <span dir="auto">{text}</span>
    </div>
  );
}
