import { Button, Input, type InputRef, Radio, Select } from "antd";
import { useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { create } from "../../../api/dashboard/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { call } from "../../../web/client/client.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { useFetched } from "../../../web/client/use-fetched.ts";
import { readStored, writeStored } from "../../../web/session/storage.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { parseAddress } from "../state/address.ts";
import { closeDialog } from "../state/dialogs.ts";
import { proposedName } from "../state/proposed-name.ts";
import type { ExploreStore } from "../state/store.ts";
import { useExplore, useWorkbench } from "../workbench/store-context.ts";
import { type DashboardChoice, DashboardField, NEW_PREFIX, useDashboardChoice } from "./DashboardField.tsx";
import { type PlacedChart, placeOnTab, tabsOfDashboard } from "./dashboard-tabs.ts";
import styles from "./header.module.css";
import { useQueryDataset } from "./use-query-dataset.tsx";
import { useSave } from "./use-save.ts";

const RECENT_KEY = "explore.recent-dashboard";

type Mode = "overwrite" | "new";

export function SaveDialog({ startAsNew }: { startAsNew: boolean }) {
  const navigate = useNavigate();
  const { store } = useWorkbench();
  const { save, canOverwrite, isSaving } = useSave();
  const current = useExplore((state) => state.name);
  const [isNew] = useState(store.getState().chart === null);
  const vizType = useExplore((state) => state.formData.viz_type);
  const [mode, setMode] = useState<Mode>(canOverwrite && !startAsNew ? "overwrite" : "new");
  const [name, setName] = useState(() => startingName(store, isNew));
  const { dashboard, setDashboard, first, lastUsed, resolve } = useDashboardTarget(mode);
  const [tab, setTab] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const query = useQueryDataset();
  const nameId = useId();
  const isSubmitting = useRef(false);
  const submit = async (openDashboard: boolean) => {
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    setProblem(undefined);
    try {
      await query.save();
      const dashboardId = await resolve();
      const asNew = mode === "new" ? name.trim() : undefined;
      const id = await save({ asNew, dashboardId });
      if (id === undefined) return;
      if (dashboardId !== undefined && tab) await addToTab(dashboardId, tab, { id, name: asNew ?? current, vizType });
      if (dashboardId !== undefined) writeStored(RECENT_KEY, dashboardId);
      closeDialog();
      if (openDashboard && dashboardId !== undefined) void navigate(`/superset/dashboard/${dashboardId}/`);
    } catch (error) {
      setProblem(toApiError(error).message);
    } finally {
      isSubmitting.current = false;
    }
  };
  const isNamed = query.isNamed && (mode === "overwrite" || name.trim() !== "");
  const opened = dashboard && shortName(dashboard);
  return (
    <Dialog
      open
      title={t("Save chart")}
      onClose={closeDialog}
      footerNote={
        opened === undefined ? undefined : (
          <Button disabled={!isNamed || isSaving} onClick={() => void submit(false)}>
            {t("Save and stay here")}
          </Button>
        )
      }
      primary={{
        label: opened === undefined ? t("Save") : t("Save and open {dashboard}", { dashboard: opened }),
        disabled: !isNamed,
        loading: isSaving,
        onClick: () => void submit(opened !== undefined),
      }}
    >
      <div className={styles.form}>
        {problem ? (
          <p className={styles.failed} role="alert">
            {problem}
          </p>
        ) : null}
        {isNew ? null : (
          <Radio.Group value={mode} onChange={(event) => setMode(event.target.value as Mode)}>
            <Radio value="overwrite" disabled={!canOverwrite}>
              {t("Save (overwrite)")}
            </Radio>
            <Radio value="new">{t("Save as…")}</Radio>
          </Radio.Group>
        )}
        <div>
          <label className={styles.label} htmlFor={nameId}>
            {t("Chart name")}
          </label>
          {mode === "overwrite" ? (
            <Input id={nameId} value={current} disabled />
          ) : (
            <NewName id={nameId} value={name} onChange={setName} />
          )}
        </div>
        {query.field}
        <DashboardField
          value={dashboard?.value}
          first={first}
          lastUsed={lastUsed}
          onChange={(next) => {
            setDashboard(next);
            setTab(undefined);
          }}
        />
        <TabField dashboard={dashboard?.value} value={tab} onChange={setTab} />
      </div>
    </Dialog>
  );
}

/** A new chart that its user hasn't named gets a name from what it shows. */
function startingName(store: ExploreStore, isNew: boolean): string {
  const { name, formData, dataset } = store.getState();
  return isNew && name.trim() === "" ? proposedName(formData, dataset) : name;
}

interface NewNameProps {
  id: string;
  value: string;
  onChange(name: string): void;
}

/** Selected when it appears, so that typing replaces it. */
function NewName({ id, value, onChange }: NewNameProps) {
  const field = useRef<InputRef>(null);
  useEffect(() => field.current?.focus({ cursor: "all" }), []);
  return (
    <Input
      ref={field}
      id={id}
      value={value}
      maxLength={250}
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const MAX_SHOWN = 32;

const shortName = ({ label }: DashboardChoice) =>
  label.length > MAX_SHOWN ? `${label.slice(0, MAX_SHOWN).trimEnd()}…` : label;

function useDashboardTarget(mode: Mode) {
  const ofForm = useExplore((state) => Number(state.formData.dashboardId) || undefined);
  const from = parseAddress(window.location.pathname, window.location.search).dashboardId ?? ofForm;
  const suggestion = useDashboardChoice(from ?? readStored<number | null>(RECENT_KEY, null) ?? undefined);
  const [chosen, setChosen] = useState<DashboardChoice | null>();
  const [created, setCreated] = useState<DashboardChoice>();
  const suggested = mode === "new" && from !== undefined ? suggestion : undefined;
  const dashboard = chosen === undefined ? suggested : (chosen ?? undefined);
  /** Creates a new dashboard once, even if saving is retried. */
  const resolve = async (): Promise<number | undefined> => {
    if (dashboard === undefined) return undefined;
    if (!dashboard.value.startsWith(NEW_PREFIX)) return Number(dashboard.value);
    const dashboard_title = dashboard.value.slice(NEW_PREFIX.length);
    const { id } = await call(create, { body: { dashboard_title } });
    const saved = { value: String(id), label: dashboard_title };
    setCreated(saved);
    setChosen(saved);
    return id;
  };
  return {
    dashboard,
    first: created ?? suggestion,
    lastUsed: from === undefined ? suggestion : undefined,
    setDashboard: (next: DashboardChoice | undefined) => setChosen(next ?? null),
    resolve,
  };
}

/** The chart is already saved and on the dashboard, so a failure is only a warning. */
async function addToTab(dashboardId: number, tab: string, chart: PlacedChart): Promise<void> {
  try {
    await placeOnTab(dashboardId, tab, chart);
  } catch (error) {
    toast.error(error, (message) =>
      t("The chart was added to the end of the dashboard instead of the tab: {message}", { message }),
    );
  }
}

interface TabFieldProps {
  dashboard: string | undefined;
  value: string | undefined;
  onChange(tab: string | undefined): void;
}

function TabField({ dashboard, value, onChange }: TabFieldProps) {
  const id = useId();
  const isSaved = dashboard !== undefined && !dashboard.startsWith(NEW_PREFIX);
  const { data } = useFetched(isSaved ? `tabs ${dashboard}` : undefined, (signal) =>
    tabsOfDashboard(Number(dashboard), signal),
  );
  if (!isSaved || !data || data.length === 0) return null;
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {t("Add to tab")}
      </label>
      <Select
        id={id}
        className={styles.wide}
        allowClear
        showSearch={{ optionFilterProp: "label" }}
        placeholder={t("At the end of the dashboard")}
        value={value}
        options={data.map((one) => ({ value: one.id, label: one.path.join(" › ") }))}
        onChange={(next?: string) => onChange(next)}
      />
    </div>
  );
}
