import { Copy } from "lucide-react";
import { useMemo } from "react";
import { format } from "sql-formatter";
import { postChartData } from "../../../api/chart-data/contract.ts";
import { t } from "../../../i18n/translate.ts";
import type { QueryContext } from "../../../model/query-context.ts";
import { CodeEditor } from "../../../ui/code/CodeEditor.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { questionsOf } from "../../../web/chart-view/answers.ts";
import { QueryFailure } from "../../../web/chart-view/QueryFailure.tsx";
import { call } from "../../../web/client/client.ts";
import { type Fetched, useFetched } from "../../../web/client/use-fetched.ts";
import { OpenInSqlLab } from "../../../web/sql/OpenInSqlLab.tsx";
import { datasourceKeyOf } from "../../../web/sql/sql-lab.ts";
import { copyWithToast } from "../../../web/toasts/clipboard.ts";
import { closeDialog } from "../state/dialogs.ts";
import { useExplore, useWorkbench } from "../workbench/store-context.ts";
import styles from "./results.module.css";

const DIALECTS: Readonly<Record<string, "duckdb" | "postgresql" | "mysql" | "sqlite" | "trino">> = {
  duckdb: "duckdb",
  postgresql: "postgresql",
  mysql: "mysql",
  sqlite: "sqlite",
  trino: "trino",
};

export function SqlView() {
  const { run } = useWorkbench();
  const backend = useExplore((state) => state.dataset.database?.backend ?? "");
  const name = useExplore((state) => state.name);
  const questions = questionsOf(run, name);
  const { data, error, isLoading, reload } = useQueries(questions.map(({ context }) => context));
  if (questions.length === 0) return <p className={styles.nothing}>{t("Run the chart to see its SQL here.")}</p>;
  if (isLoading) return <SkeletonLines lines={5} />;
  if (error) {
    return <QueryFailure title={t("An error occurred while loading the SQL")} error={error} onRetry={reload} />;
  }
  return (
    <div className={styles.queries}>
      {(data ?? []).map(({ sql, question }, index) => {
        const { context, name: own } = questions[question] ?? {};
        const datasourceKey = context ? datasourceKeyOf(context) : "";
        return (
          <Query
            // biome-ignore lint/suspicious/noArrayIndexKey: queries have no other identity
            key={index}
            sql={sql}
            backend={backend}
            datasourceKey={datasourceKey}
            name={name && (own ?? "")}
          />
        );
      })}
    </div>
  );
}

interface QueryProps {
  sql: string;
  backend: string;
  datasourceKey: string;
  name: string;
}

function Query({ sql, backend, datasourceKey, name }: QueryProps) {
  const text = useMemo(() => formatSql(sql, backend), [sql, backend]);
  return (
    <div className={styles.query}>
      <CodeEditor label={t("Query SQL")} language="sql" dialect={backend} value={text} isReadOnly />
      <div className={styles.queryActs}>
        <OpenInSqlLab query={{ datasourceKey, sql: text, ...(name ? { name } : {}) }} />
        <IconButton label={t("Copy SQL")} icon={<Copy size={16} />} onClick={() => void copyWithToast(text)} />
      </div>
    </div>
  );
}

function formatSql(sql: string, backend: string): string {
  try {
    return format(sql, { language: DIALECTS[backend] ?? "sql", keywordCase: "upper" });
  } catch {
    return sql;
  }
}

interface QuerySql {
  sql: string;
  question: number;
}

function useQueries(contexts: readonly QueryContext[]): Fetched<QuerySql[]> {
  const keys = contexts.map(({ queries, datasource }) => JSON.stringify(queries) + JSON.stringify(datasource));
  const key = contexts.length > 0 ? `sql ${keys.join("")}` : undefined;
  return useFetched(key, async (signal) => {
    const answers = await Promise.all(
      contexts.map((context) => call(postChartData, { body: { ...context, result_type: "query" } }, { signal })),
    );
    return answers.flatMap(({ result }, question) =>
      result.map((one) => ({ sql: one.query ?? (one.error ? `-- ${one.error}` : ""), question })),
    );
  });
}

export function QueryDialog() {
  return (
    <Dialog open title={t("View query")} width={720} onClose={closeDialog}>
      <SqlView />
    </Dialog>
  );
}
