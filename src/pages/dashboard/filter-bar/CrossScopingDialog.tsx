import { Select } from "antd";
import { X } from "lucide-react";
import { useState } from "react";
import { emitsFilters } from "../../../chart-types/index.ts";
import { t } from "../../../i18n/translate.ts";
import type { DashboardMetadata } from "../../../model/dashboard-metadata.ts";
import { chartsInScope } from "../../../model/filter-scope.ts";
import type { FilterScope } from "../../../model/native-filter.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { ScopeTree } from "../edit/ScopeTree.tsx";
import { useView } from "../state/context.ts";
import { chartTitle, type Dashboard } from "../state/dashboard.ts";
import styles from "./CrossScopingDialog.module.css";

interface Scopes {
  all: FilterScope;
  own: Readonly<Record<number, FilterScope>>;
}

const EVERYTHING: FilterScope = { rootPath: ["ROOT_ID"], excluded: [] };

interface Props {
  onSave(scoping: ReturnType<typeof configurationOf>): Promise<boolean>;
  onClose(): void;
}

export function CrossScopingDialog({ onSave, onClose }: Props) {
  const dashboard = useView((view) => view.dashboard);
  const [scopes, setScopes] = useState(() => scopesOf(dashboard.metadata));
  const [chosen, setChosen] = useState<number | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const change = (next: Scopes) => {
    setScopes(next);
    setDirty(true);
  };
  const save = async () => {
    setSaving(true);
    const isSaved = await onSave(configurationOf(dashboard, scopes));
    setSaving(false);
    if (isSaved) onClose();
  };
  const scope = (chosen === null ? undefined : scopes.own[chosen]) ?? scopes.all;
  return (
    <Dialog
      open
      title={t("Cross-filter scoping")}
      width={720}
      height="min(640px, 90vh)"
      onClose={onClose}
      dirty={isDirty && !isSaving}
      primary={{ label: t("Save scoping"), disabled: !isDirty, loading: isSaving, onClick: () => void save() }}
    >
      <div className={styles.sides}>
        <ScopeList {...{ dashboard, scopes, chosen }} onChoose={setChosen} onChange={change} />
        <ScopeTree
          key={chosen ?? "all"}
          hint={t("Charts that are filtered when you click a data point.")}
          scope={scope}
          onScope={(next) =>
            change(chosen === null ? { ...scopes, all: next } : { ...scopes, own: { ...scopes.own, [chosen]: next } })
          }
        />
      </div>
    </Dialog>
  );
}

interface ScopeListProps {
  dashboard: Dashboard;
  scopes: Scopes;
  chosen: number | null;
  onChoose(chartId: number | null): void;
  onChange(scopes: Scopes): void;
}

function ScopeList({ dashboard, scopes, chosen, onChoose, onChange }: ScopeListProps) {
  const own = Object.keys(scopes.own).map(Number);
  const others = [...dashboard.charts.values()].filter(
    ({ id, form_data }) => !own.includes(id) && emitsFilters(form_data.viz_type),
  );
  const drop = (chartId: number) => {
    const { [chartId]: _, ...rest } = scopes.own;
    onChange({ ...scopes, own: rest });
    onChoose(null);
  };
  return (
    <div className={styles.list}>
      <ul aria-label={t("Scopes")}>
        {[null, ...own].map((id) => {
          const name = id === null ? t("All charts") : chartTitle(dashboard, id);
          return (
            <li key={id} data-chosen={chosen === id || undefined}>
              <button type="button" aria-current={chosen === id} onClick={() => onChoose(id)}>
                {name}
              </button>
              {id === null ? null : (
                <IconButton
                  label={t("Remove custom scoping for {name}", { name })}
                  icon={<X size={14} />}
                  size={24}
                  onClick={() => drop(id)}
                />
              )}
            </li>
          );
        })}
      </ul>
      <Select
        aria-label={t("Add custom scoping")}
        placeholder={t("Add custom scoping")}
        value={null}
        disabled={others.length === 0}
        options={others.map(({ id }) => ({ value: id, label: chartTitle(dashboard, id) }))}
        onChange={(id: number | null) => {
          if (id === null) return;
          onChange({ ...scopes, own: { ...scopes.own, [id]: scopes.all } });
          onChoose(id);
        }}
      />
    </div>
  );
}

function scopesOf({ chart_configuration, global_chart_configuration }: DashboardMetadata): Scopes {
  const own: Record<number, FilterScope> = {};
  for (const { id, crossFilters } of Object.values(chart_configuration)) {
    if (crossFilters.scope !== "global") own[id] = crossFilters.scope;
  }
  return { all: global_chart_configuration?.scope ?? EVERYTHING, own };
}

function configurationOf({ charts, layout, metadata }: Dashboard, { all, own }: Scopes) {
  const configured = [...charts.values()]
    .filter(({ form_data }) => emitsFilters(form_data.viz_type))
    .map(({ id }) => {
      const inScope = chartsInScope(own[id] ?? all, layout).filter((one) => one !== id);
      const known = metadata.chart_configuration[String(id)];
      const crossFilters = { ...known?.crossFilters, scope: own[id] ?? ("global" as const), chartsInScope: inScope };
      return [String(id), { ...known, id, crossFilters }] as const;
    });
  return {
    chart_configuration: { ...metadata.chart_configuration, ...Object.fromEntries(configured) },
    global_chart_configuration: { scope: all, chartsInScope: chartsInScope(all, layout) },
  };
}
