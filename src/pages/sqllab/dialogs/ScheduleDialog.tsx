import { Input } from "antd";
import { useState } from "react";
import { create, type SaveQuery, show, update } from "../../../api/saved-query/contract.ts";
import { nextRuns } from "../../../features/schedule/next-run.ts";
import { NextRun, ScheduleField } from "../../../features/schedule/ScheduleField.tsx";
import { userZone } from "../../../i18n/browser-zone.ts";
import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { call } from "../../../web/client/client.ts";
import { queryClient } from "../../../web/client/query.ts";
import { useFetched } from "../../../web/client/use-fetched.ts";
import { LoadingDialog } from "../../../web/dialogs/LoadingDialog.tsx";
import { toast } from "../../../web/toasts/toasts.ts";
import { useLab, useTab } from "../state/lab-context.ts";
import styles from "./dialogs.module.css";

/** Read by an external scheduler from `extra_json.schedule_info` of a saved query. Dates are inclusive. */
interface ScheduleInfo {
  schedule_interval: string;
  timezone: string;
  start_date: string;
  end_date: string;
  output_table: string;
}

interface StoredQuery {
  description: string;
  extra: Readonly<Record<string, unknown>>;
}

const TITLE = t("Schedule query");

export function ScheduleDialog({ onClose }: { onClose(): void }) {
  const { savedQueryId: id } = useTab();
  const key = id === null ? undefined : `saved query ${id}`;
  const { data, error, reload } = useFetched<StoredQuery>(key, (signal) => loadStored(id ?? 0, signal), { once: true });
  if (id !== null && !data) return <LoadingDialog title={TITLE} error={error} onRetry={reload} onClose={onClose} />;
  return <Form id={id} stored={data ?? { description: "", extra: {} }} onClose={onClose} />;
}

async function loadStored(id: number, signal: AbortSignal): Promise<StoredQuery> {
  const { result } = await call(show, { params: { id } }, { signal });
  return { description: result.description ?? "", extra: result.extra ?? {} };
}

function infoOf({ schedule_info: stored }: StoredQuery["extra"]): ScheduleInfo {
  const known = typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  const text = (name: keyof ScheduleInfo, fallback = "") => {
    const value = known[name];
    return typeof value === "string" && value !== "" ? value : fallback;
  };
  return {
    schedule_interval: text("schedule_interval", "0 6 * * *"),
    timezone: text("timezone", userZone()),
    start_date: text("start_date").slice(0, 10),
    end_date: text("end_date").slice(0, 10),
    output_table: text("output_table"),
  };
}

function Form({ id, stored, onClose }: { id: number | null; stored: StoredQuery; onClose(): void }) {
  const lab = useLab();
  const tab = useTab();
  const [name, setName] = useState(tab.name);
  const [info, setInfo] = useState(() => infoOf(stored.extra));
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<ScheduleInfo>) => setInfo((before) => ({ ...before, ...part }));
  const isReversed = info.start_date !== "" && info.end_date !== "" && info.end_date < info.start_date;
  const isNever = nextRuns(info.schedule_interval, info.timezone, { from: 0 }).length === 0;
  const submit = async () => {
    setBusy(true);
    const filledFields = Object.fromEntries(Object.entries(info).filter(([, value]) => value !== ""));
    const body: SaveQuery = {
      label: name.trim(),
      description: stored.description || null,
      sql: tab.sql,
      db_id: tab.dbId,
      catalog: tab.catalog,
      schema: tab.schema,
      template_parameters: tab.templateParams || null,
      extra_json: JSON.stringify({ ...stored.extra, schedule_info: filledFields }),
    };
    try {
      if (id !== null) await call(update, { params: { id }, body });
      lab.markSaved(tab.key, { id: id ?? (await call(create, { body })).id, name: name.trim(), sql: tab.sql });
      void queryClient.invalidateQueries({ queryKey: ["saved-queries"] });
      toast.success(t("Your query has been scheduled"));
      onClose();
    } catch (error) {
      toast.error(error, () => t("Your query could not be scheduled"));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={TITLE}
      onClose={onClose}
      primary={{
        label: t("Schedule##verb"),
        disabled: name.trim() === "" || isReversed || isNever,
        loading: isBusy,
        onClick: () => void submit(),
      }}
    >
      <p className={styles.text}>
        {t("The schedule is saved with the query. A scheduler set up by your administrator runs the query.")}
      </p>
      <Field label={t("Name")}>
        {(of) => <Input id={of} value={name} maxLength={256} onChange={(event) => setName(event.target.value)} />}
      </Field>
      <div className={styles.group}>
        <ScheduleField
          crontab={info.schedule_interval}
          timezone={info.timezone}
          problems={{ crontab: isNever ? t("Enter valid times.") : undefined }}
          onChange={({ crontab, timezone }) =>
            change({
              ...(crontab === undefined ? {} : { schedule_interval: crontab }),
              ...(timezone === undefined ? {} : { timezone }),
            })
          }
        />
        <p className={styles.hint}>
          <NextRun crontab={info.schedule_interval} timezone={info.timezone} />
        </p>
      </div>
      <div className={styles.pair}>
        <Field label={t("First day")} aside={t("Optional")}>
          {(of) => <Day id={of} value={info.start_date} onChange={(start_date) => change({ start_date })} />}
        </Field>
        <Field
          label={t("Last day")}
          aside={t("Optional")}
          problem={isReversed ? t("The first day must be on or before the last.") : undefined}
        >
          {(of) => <Day id={of} value={info.end_date} onChange={(end_date) => change({ end_date })} />}
        </Field>
      </div>
      <Field label={t("Output table")} aside={t("Optional")}>
        {(of) => (
          <Input
            id={of}
            value={info.output_table}
            maxLength={256}
            onChange={(event) => change({ output_table: event.target.value })}
          />
        )}
      </Field>
    </Dialog>
  );
}

function Day({ id, value, onChange }: { id: string; value: string; onChange(value: string): void }) {
  return <Input id={id} type="date" value={value} onChange={(event) => onChange(event.target.value)} />;
}
