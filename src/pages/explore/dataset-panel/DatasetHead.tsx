import { ChevronDown, Database, PanelLeftClose, SquareTerminal } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { t } from "../../../i18n/translate.ts";
import { datasourceKey, isSqlSource } from "../../../model/dataset.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { Menu } from "../../../ui/Menu.tsx";
import { useRowCount } from "../../../web/client/row-count.ts";
import { can } from "../../../web/session/session.ts";
import { canUseSqlLab, requestOf, SQL_LAB_PATH } from "../../../web/sql/sql-lab.ts";
import { useExplore } from "../workbench/store-context.ts";
import styles from "./dataset-panel.module.css";

const SwapDialog = lazyComponent(async () => (await import("./SwapDialog.tsx")).SwapDialog);

const SQL_NAMES: Readonly<Record<string, string>> = { query: "queryId", saved_query: "savedQueryId" };

export function DatasetHead({ onClose, onEdit }: { onClose(): void; onEdit: (() => void) | undefined }) {
  const dataset = useExplore((state) => state.dataset);
  const [isSwapping, setIsSwapping] = useState(false);
  const navigate = useNavigate();
  const rows = useRowCount(dataset, can("can_samples", "Datasource"));
  const isSql = isSqlSource(dataset);
  const Icon = isSql ? SquareTerminal : Database;
  const viewInSqlLab = () => {
    if (isSql) void navigate(`${SQL_LAB_PATH}?${SQL_NAMES[dataset.type ?? ""]}=${dataset.id}`);
    else void navigate(SQL_LAB_PATH, requestOf({ datasourceKey: datasourceKey(dataset) }));
  };
  const place = [dataset.database?.name ?? dataset.database?.database_name, dataset.schema];
  const size =
    rows === undefined
      ? t("{count, plural, one {# column} other {# columns}}", { count: dataset.columns.length })
      : t("{count, plural, one {# row} other {# rows}}", { count: rows });
  return (
    <div className={styles.head}>
      <div className={styles.nameRow}>
        <Icon size={14} aria-hidden />
        <Menu
          items={[
            ...(onEdit ? [{ key: "edit", label: t("Edit dataset"), onSelect: onEdit }] : []),
            { key: "swap", label: t("Swap dataset"), onSelect: () => setIsSwapping(true) },
            ...(canUseSqlLab() ? [{ key: "sql", label: t("View in SQL Lab"), onSelect: viewInSqlLab }] : []),
            { key: "all", label: t("All datasets"), onSelect: () => void navigate("/tablemodelview/list/") },
          ]}
        >
          <button
            type="button"
            className={styles.name}
            aria-label={
              isSql
                ? t("Menu for query {name}", { name: dataset.table_name })
                : t("Menu for dataset {name}", { name: dataset.table_name })
            }
          >
            <span dir="auto">{dataset.table_name}</span>
            <ChevronDown size={14} aria-hidden />
          </button>
        </Menu>
        <IconButton label={t("Hide dataset panel")} icon={<PanelLeftClose size={16} />} size={24} onClick={onClose} />
      </div>
      <p className={styles.place}>{[...place, size].filter(Boolean).join(" · ")}</p>
      {isSwapping ? <SwapDialog onClose={() => setIsSwapping(false)} /> : null}
    </div>
  );
}
