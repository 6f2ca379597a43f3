import { useQuery } from "@tanstack/react-query";
import { estimate } from "../../../api/sqllab/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { call } from "../../../web/client/client.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { currentTarget } from "../editor/actions.ts";
import { useLab, useTab } from "../state/lab-context.ts";
import { parsedParams } from "../state/tab.ts";
import styles from "./dialogs.module.css";

export function CostDialog({ onClose }: { onClose(): void }) {
  const lab = useLab();
  const { dbId, catalog, schema, templateParams } = useTab();
  const { sql } = currentTarget(lab);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["sqllab", "cost", dbId, catalog, schema, templateParams, sql],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const template_params = parsedParams(templateParams) ?? null;
      const body = { database_id: dbId ?? 0, catalog, schema, sql, template_params };
      return (await call(estimate, { body }, { signal })).result;
    },
  });
  return (
    <Dialog open title={t("Estimated cost")} onClose={onClose}>
      {error ? (
        <ErrorState
          compact
          title={t("Failed to estimate the cost")}
          text={toApiError(error).message}
          onRetry={() => void refetch()}
        />
      ) : isPending ? (
        <>
          <p role="status" className={styles.text}>
            {t("Estimating the cost…")}
          </p>
          <SkeletonLines lines={3} />
        </>
      ) : (
        data.map((statement, at) => {
          const name = t("Statement {position, number}", { position: at + 1 });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: statements have no other identity
            <section key={at} className={styles.group} aria-label={name}>
              {data.length > 1 ? <h3 className={styles.text}>{name}</h3> : null}
              <dl className={styles.costs}>
                {Object.entries(statement).map(([label, value]) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })
      )}
    </Dialog>
  );
}
