import { Button } from "antd";
import { CircleAlert, Copy } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-router";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import { SeeMore } from "../../../ui/SeeMore.tsx";
import { FailureDetails } from "../../../web/chart-view/FailureDetails.tsx";
import { FailureRecord } from "../../../web/chart-view/FailureRecord.tsx";
import { detailsOf, failureName, shortened } from "../../../web/chart-view/failure-text.ts";
import type { ApiError } from "../../../web/client/errors.ts";
import { can } from "../../../web/session/session.ts";
import { copyWithToast } from "../../../web/toasts/clipboard.ts";
import { openDialog } from "../editor/actions.ts";
import { useCompletions } from "../editor/use-completions.ts";
import { useLab, useTab } from "../state/lab-context.ts";
import styles from "./results.module.css";

function WriteHint() {
  const { dbId } = useTab();
  if (!can("can_write", "Database"))
    return (
      <p>{t("Statements that change data or tables are off for this database. An administrator can allow them.")}</p>
    );
  return (
    <p>
      {rich(
        "Statements that change data or tables are off for this database. To allow them, turn on “{setting}” in its <link>settings</link>, under SQL Lab.",
        {
          setting: t("Allow writes (DML and DDL)"),
          link: (text) => <Link to={`/databaseview/list/?edit=${dbId}`}>{text}</Link>,
        },
      )}
    </p>
  );
}

export function RunFailure({ error }: { error: ApiError }) {
  const lab = useLab();
  const name = failureName(error);
  const completions = useCompletions();
  const names = useMemo(() => [...new Set(completions.map((one) => one.name))], [completions]);
  const isWriteRefused = error.errors.some(({ error_type }) => error_type === "DML_NOT_ALLOWED_ERROR");
  const asksParameters = error.errors.some(({ error_type }) => /TEMPLATE_PARAMS/.test(error_type));
  return (
    <div className={styles.failure} role="alert">
      <p className={styles.failed}>
        <CircleAlert size={16} aria-hidden />
        <strong>{name ?? shortened(error.message || error.title)}</strong>
      </p>
      {name ? <p className={styles.cause}>{shortened(error.message)}</p> : null}
      {isWriteRefused ? <WriteHint /> : null}
      <FailureDetails error={error} names={names} isEditor />
      <SeeMore className={styles.issues}>
        <FailureRecord error={error} />
      </SeeMore>
      <div className={styles.failureActs}>
        {asksParameters ? (
          <Button size="small" onClick={() => openDialog(lab, "parameters")}>
            {t("Set parameters")}
          </Button>
        ) : null}
        <Button size="small" type="text" icon={<Copy size={14} />} onClick={() => void copyWithToast(detailsOf(error))}>
          {t("Copy details")}
        </Button>
      </div>
    </div>
  );
}
