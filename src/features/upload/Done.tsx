import { Button } from "antd";
import { CircleCheck } from "lucide-react";
import { useNavigate } from "react-router";
import { t } from "../../i18n/translate.ts";
import { Message } from "../../ui/Message.tsx";
import { can } from "../../web/session/session.ts";
import { canUseSqlLab, requestOf, SQL_LAB_PATH } from "../../web/sql/sql-lab.ts";
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
        text={rowsText(result)}
        actions={
          <>
            {datasetId !== undefined && can("can_read", "Explore") ? (
              <Button
                type="primary"
                autoFocus
                onClick={() => go(`/explore/?datasource_id=${datasetId}&datasource_type=table`)}
              >
                {t("Explore")}
              </Button>
            ) : null}
            {datasetId !== undefined && canUseSqlLab() ? (
              <Button onClick={() => go(SQL_LAB_PATH, requestOf({ datasourceKey: `${datasetId}__table` }))}>
                {t("Write SQL")}
              </Button>
            ) : null}
            <Button onClick={onAgain}>{t("Upload another")}</Button>
          </>
        }
      />
      <Notes columns={result.columns} />
    </div>
  );
}

function rowsText({ rows, skipped_lines: skipped = 0 }: DoneProps["stage"]["result"]): string {
  const loaded = t("{count, plural, one {# row} other {# rows}}", { count: rows });
  if (skipped === 0) return loaded;
  const left = t(
    "{count, plural, one {# line with too many fields was skipped} other {# lines with too many fields were skipped}}",
    { count: skipped },
  );
  return `${loaded} · ${left}`;
}

function titleOf({ table, exists }: DoneProps["stage"]): string {
  switch (exists) {
    case "fail":
      return t("Table and dataset “{table}” created", { table });
    case "replace":
      return t("Table “{table}” replaced", { table });
    case "append":
      return t("Rows added to “{table}”", { table });
  }
}
