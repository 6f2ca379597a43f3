import { Button } from "antd";
import { CircleCheck } from "lucide-react";
import { useNavigate } from "react-router";
import { Message } from "../../ui/Message.tsx";
import { can } from "../../web/session/session.ts";
import { mayUseSqlLab, requestOf, SQL_LAB_PATH } from "../../web/sql/sql-lab.ts";
import { Notes } from "./Notes.tsx";
import { closeUpload } from "./upload.ts";
import type { Stage } from "./use-uploading.ts";

interface DoneProps {
  stage: Extract<Stage, { kind: "done" }>;
  onAgain(): void;
}

export function Done({ stage, onAgain }: DoneProps) {
  const { datasetId, result } = stage;
  const navigate = useNavigate();
  const go = (to: string, options?: { state: unknown }) => {
    closeUpload();
    void navigate(to, options);
  };
  return (
    <div role="status">
      <Message
        icon={<CircleCheck size={24} />}
        title={titleOf(stage)}
        text={result.rows === 1 ? "1 row" : `${result.rows.toLocaleString()} rows`}
        actions={
          <>
            {datasetId !== undefined && can("can_read", "Explore") ? (
              <Button
                type="primary"
                autoFocus
                onClick={() => go(`/explore/?datasource_id=${datasetId}&datasource_type=table`)}
              >
                Explore
              </Button>
            ) : null}
            {datasetId !== undefined && mayUseSqlLab() ? (
              <Button onClick={() => go(SQL_LAB_PATH, requestOf({ datasourceKey: `${datasetId}__table` }))}>
                Write SQL
              </Button>
            ) : null}
            <Button onClick={onAgain}>Upload another</Button>
          </>
        }
      />
      <Notes columns={result.columns} />
    </div>
  );
}

function titleOf({ table, exists }: DoneProps["stage"]): string {
  switch (exists) {
    case "fail":
      return `Table and dataset “${table}” created`;
    case "replace":
      return `Table “${table}” replaced`;
    case "append":
      return `Rows added to “${table}”`;
  }
}
