import { Button, Input, Radio, Select } from "antd";
import { useId, useState } from "react";
import { useNavigate } from "react-router";
import { create, list } from "../../../api/dashboard/contract.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { call } from "../../../web/client.ts";
import { useDebounced } from "../../../web/clock.ts";
import { toApiError } from "../../../web/errors.ts";
import { readStored, writeStored } from "../../../web/storage.ts";
import { useFetched } from "../../../web/use-fetched.ts";
import { useExplore } from "../workbench/store-context.ts";
import { placeOnTab, tabsOfDashboard } from "./dashboard-tabs.ts";
import { closeDialog } from "./dialogs.ts";
import styles from "./header.module.css";
import { useSave } from "./use-save.ts";

const RECENT_KEY = "explore.recent-dashboard";
const NEW = "new:";

type Mode = "overwrite" | "new";

/** Saves the chart over itself or as a new one, and adds it to a dashboard, existing or new. */
export function SaveDialog({ startAsNew }: { startAsNew: boolean }) {
  const navigate = useNavigate();
  const { save, canOverwrite, isSaving } = useSave();
  const current = useExplore((state) => state.name);
  const [mode, setMode] = useState<Mode>(canOverwrite && !startAsNew ? "overwrite" : "new");
  const [name, setName] = useState(current);
  const [dashboard, setDashboard] = useState<string>();
  const [tab, setTab] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const nameId = useId();
  const submit = async (thenGo: boolean) => {
    setProblem(undefined);
    try {
      const dashboardId = await dashboardIdOf(dashboard);
      const asNew = mode === "new" ? name.trim() : undefined;
      const id = await save({ asNew, dashboardId });
      if (id === undefined) return;
      if (dashboardId !== undefined && tab) await placeOnTab(dashboardId, tab, { id, name: asNew ?? current });
      if (dashboardId !== undefined) writeStored(RECENT_KEY, dashboardId);
      closeDialog();
      if (thenGo && dashboardId !== undefined) void navigate(`/superset/dashboard/${dashboardId}/`);
    } catch (error) {
      setProblem(toApiError(error).message);
    }
  };
  const isNamed = mode === "overwrite" || name.trim() !== "";
  return (
    <Dialog
      open
      title="Save chart"
      onClose={closeDialog}
      footerNote={
        <Button disabled={!isNamed || dashboard === undefined || isSaving} onClick={() => void submit(true)}>
          Save & go to dashboard
        </Button>
      }
      primary={{ label: "Save", disabled: !isNamed, loading: isSaving, onClick: () => void submit(false) }}
    >
      <div className={styles.form}>
        {problem ? (
          <p className={styles.failed} role="alert">
            {problem}
          </p>
        ) : null}
        <Radio.Group value={mode} onChange={(event) => setMode(event.target.value as Mode)}>
          <Radio value="overwrite" disabled={!canOverwrite}>
            Save (overwrite)
          </Radio>
          <Radio value="new">Save as…</Radio>
        </Radio.Group>
        <div>
          <label className={styles.label} htmlFor={nameId}>
            Chart name
          </label>
          <Input
            id={nameId}
            value={mode === "overwrite" ? current : name}
            disabled={mode === "overwrite"}
            maxLength={250}
            autoFocus={mode === "new"}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <DashboardField
          value={dashboard}
          onChange={(next) => {
            setDashboard(next);
            setTab(undefined);
          }}
        />
        <TabField dashboard={dashboard} value={tab} onChange={setTab} />
      </div>
    </Dialog>
  );
}

/** The chosen dashboard; one that is only a name so far is created. */
async function dashboardIdOf(choice: string | undefined): Promise<number | undefined> {
  if (choice === undefined) return undefined;
  if (!choice.startsWith(NEW)) return Number(choice);
  const { id } = await call(create, { body: { dashboard_title: choice.slice(NEW.length) } });
  return id;
}

interface DashboardFieldProps {
  value: string | undefined;
  onChange(value: string | undefined): void;
}

function DashboardField({ value, onChange }: DashboardFieldProps) {
  const id = useId();
  const [text, setText] = useState("");
  const { data, error, isLoading } = useDashboards(text);
  const recent = readStored<number | null>(RECENT_KEY, null);
  const rows = [...(data ?? [])].sort((a, b) => Number(b.id === recent) - Number(a.id === recent));
  const written = text.trim();
  // Until the answer for the written text is here, the last answer must not offer anything else to Enter.
  const options = rows
    .map((row) => ({ value: String(row.id), label: row.dashboard_title ?? "" }))
    .filter(({ label }) => label.toLowerCase().includes(written.toLowerCase()));
  if (written && !options.some((one) => one.label === written)) {
    options.push({ value: `${NEW}${written}`, label: `Create “${written}”` });
  }
  const chosenNew = value?.startsWith(NEW) ? { value, label: value.slice(NEW.length) } : undefined;
  if (chosenNew && !options.some((one) => one.value === value)) options.push(chosenNew);
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        Add to dashboard
      </label>
      <Select
        id={id}
        className={styles.wide}
        allowClear
        loading={isLoading}
        placeholder="Choose a dashboard, or write a name for a new one"
        showSearch={{ searchValue: text, onSearch: setText, filterOption: false }}
        value={value}
        options={options}
        notFoundContent="Write a name to create a dashboard"
        onChange={(next?: string) => {
          setText("");
          onChange(next);
        }}
      />
      {error ? (
        <p className={styles.failed} role="alert">
          {`An error occurred while fetching dashboards: ${error.message}`}
        </p>
      ) : null}
    </div>
  );
}

interface TabFieldProps {
  dashboard: string | undefined;
  value: string | undefined;
  onChange(tab: string | undefined): void;
}

/** Where on the dashboard; nothing to choose when it has no tabs. */
function TabField({ dashboard, value, onChange }: TabFieldProps) {
  const id = useId();
  const isSaved = dashboard !== undefined && !dashboard.startsWith(NEW);
  const { data } = useFetched(isSaved ? `tabs ${dashboard}` : undefined, (signal) =>
    tabsOfDashboard(Number(dashboard), signal),
  );
  if (!isSaved || !data || data.length === 0) return null;
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        Add to tab
      </label>
      <Select
        id={id}
        className={styles.wide}
        allowClear
        showSearch={{ optionFilterProp: "label" }}
        placeholder="At the end of the dashboard"
        value={value}
        options={data.map((one) => ({ value: one.id, label: one.path.join(" › ") }))}
        onChange={(next?: string) => onChange(next)}
      />
    </div>
  );
}

function useDashboards(text: string) {
  const search = useDebounced(text.trim());
  return useFetched(`dashboards ${search}`, async (signal) => {
    const filters = search ? [{ col: "dashboard_title", opr: "ct", value: search }] : [];
    const q = {
      filters,
      page: 0,
      page_size: 25,
      order_column: "changed_on_delta_humanized",
      order_direction: "desc" as const,
    };
    return (await call(list, { q }, { signal })).result;
  });
}
