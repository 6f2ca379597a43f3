import { Button } from "antd";
import { CircleCheck } from "lucide-react";
import { useNavigate } from "react-router";
import { Message } from "../../ui/Message.tsx";
import { can } from "../session.ts";
import { mayUseSqlLab, requestOf, SQL_LAB_PATH } from "../sql/sql-lab.ts";
import { closeUpload } from "./upload.ts";
import type { Stage } from "./use-uploading.ts";

interface DoneProps {
  stage: Extract<Stage, { kind: "done" }>;
  onAgain(): void;
}

/** What became of the file, and where to go with it. */
export function Done({ stage: { table, datasetId }, onAgain }: DoneProps) {
  const navigate = useNavigate();
  const go = (to: string, options?: { state: unknown }) => {
    closeUpload();
    void navigate(to, options);
  };
  return (
    <div role="status">
      <Message
        icon={<CircleCheck size={24} />}
        title={`“${table}” is ready`}
        text="The file is a table now, and a dataset of the same name."
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
    </div>
  );
}
