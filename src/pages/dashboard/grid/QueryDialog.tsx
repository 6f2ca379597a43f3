import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { Copy } from "lucide-react";
import type { SqlLanguage } from "sql-formatter";
import { postChartData } from "../../../api/chart-data/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { lazy } from "../../../ui/lazy.ts";
import type { ChartState } from "../../../web/chart-view/chart-state.ts";
import { QueryFailure } from "../../../web/chart-view/QueryFailure.tsx";
import { call } from "../../../web/client/client.ts";
import { OpenInSqlLab } from "../../../web/sql/OpenInSqlLab.tsx";
import { datasourceKeyOf } from "../../../web/sql/sql-lab.ts";
import { copyText } from "../../../web/toasts/clipboard.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import styles from "./TileDialogs.module.css";

const SQL_FORMATTER = lazy(() => import("sql-formatter"));

interface QueryDialogProps {
  title: string;
  state: ChartState | undefined;
  backend?: string;
  onClose(): void;
}

const DIALECTS: Readonly<Record<string, SqlLanguage>> = {
  duckdb: "duckdb",
  postgresql: "postgresql",
  mysql: "mysql",
  mariadb: "mariadb",
  sqlite: "sqlite",
  clickhouse: "clickhouse",
  trino: "trino",
  bigquery: "bigquery",
  snowflake: "snowflake",
};

export function QueryDialog({ title, state, backend, onClose }: QueryDialogProps) {
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["chart-sql", state?.context, state?.finishedAt],
    queryFn: ({ signal }) => formattedSql(state, DIALECTS[backend ?? ""] ?? "sql", signal),
    retry: false,
  });
  const copy = async (text: string) => {
    if (await copyText(text)) toast.success(t("Copied to clipboard!"));
  };
  return (
    <Dialog open title={t("Query for “{chart}”", { chart: title })} width={720} onClose={onClose}>
      {error ? (
        <QueryFailure
          title={t("An error occurred while loading the SQL")}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : null}
      {isLoading ? <p className={styles.note}>{t("Loading…")}</p> : null}
      {data?.map((sql, index) => (
        <section
          key={sql + String(index)}
          className={styles.query}
          aria-label={t("Query {number, number}", { number: index + 1 })}
        >
          <div className={styles.copy}>
            {state?.context ? (
              <OpenInSqlLab query={{ datasourceKey: datasourceKeyOf(state.context), sql, name: title }} />
            ) : null}
            <Button size="small" icon={<Copy size={14} />} onClick={() => void copy(sql)}>
              {t("Copy")}
            </Button>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable by keyboard */}
          <pre className={styles.sql} tabIndex={0}>
            {sql}
          </pre>
        </section>
      ))}
    </Dialog>
  );
}

async function formattedSql(
  state: ChartState | undefined,
  language: SqlLanguage,
  signal: AbortSignal,
): Promise<string[]> {
  const [queries, { format }] = await Promise.all([queriesOf(state, signal), SQL_FORMATTER.load()]);
  return queries.map((sql) => {
    try {
      return format(sql, { language, keywordCase: "upper", functionCase: "preserve" });
    } catch {
      return sql;
    }
  });
}

async function queriesOf(state: ChartState | undefined, signal: AbortSignal): Promise<string[]> {
  const known = (state?.results ?? []).map((result) => result.query).filter((sql) => typeof sql === "string");
  if (known.length > 0) return known;
  if (!state?.context) return [];
  const { result } = await call(postChartData, { body: { ...state.context, result_type: "query" } }, { signal });
  return result.map((one) => one.query ?? (one.error ? `-- ${one.error}` : "")).filter((sql) => sql !== "");
}
