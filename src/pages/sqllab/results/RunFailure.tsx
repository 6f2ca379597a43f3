import { Button } from "antd";
import { CircleAlert, Copy } from "lucide-react";
import { useMemo } from "react";
import { t } from "../../../i18n/translate.ts";
import { SeeMore } from "../../../ui/SeeMore.tsx";
import { FailureDetails } from "../../../web/chart-view/FailureDetails.tsx";
import { FailureRecord } from "../../../web/chart-view/FailureRecord.tsx";
import { detailsOf, failureName, shortened } from "../../../web/chart-view/failure-text.ts";
import type { ApiError } from "../../../web/client/errors.ts";
import { copyWithToast } from "../../../web/toasts/clipboard.ts";
import { openDialog } from "../editor/actions.ts";
import { useCompletions } from "../editor/use-completions.ts";
import { useLab } from "../state/lab-context.ts";
import styles from "./results.module.css";

export function RunFailure({ error }: { error: ApiError }) {
  const lab = useLab();
  const name = failureName(error);
  const completions = useCompletions();
  const names = useMemo(() => [...new Set(completions.map((one) => one.name))], [completions]);
  const asksParameters = error.errors.some(({ error_type }) => /TEMPLATE_PARAMS/.test(error_type));
  return (
    <div className={styles.failure} role="alert">
      <p className={styles.failed}>
        <CircleAlert size={16} aria-hidden />
        <strong>{name ?? shortened(error.message || error.title)}</strong>
      </p>
      {name ? <p className={styles.cause}>{shortened(error.message)}</p> : null}
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
