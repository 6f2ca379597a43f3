import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Dropdown } from "antd";
import { Bell, BellOff, BellRing, CircleCheck, CircleDashed, type LucideIcon } from "lucide-react";
import type { z } from "zod";
import * as report from "../../api/report/contract.ts";
import { t } from "../../i18n/translate.ts";
import { type AlertState, textOfLabel } from "../../model/report.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Pill, type PillTone } from "../../ui/Pill.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { dateText, nowMs, parseMoment } from "../../web/client/clock.ts";
import { toApiError } from "../../web/client/errors.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { toast } from "../../web/toasts/toasts.ts";
import { valueText } from "./report-labels.tsx";
import styles from "./values.module.css";

const STATES: Readonly<Record<AlertState, { word: string; tone: PillTone; icon: LucideIcon }>> = {
  Firing: { word: t("Firing"), tone: "error", icon: BellRing },
  Pending: { word: t("Pending"), tone: "warning", icon: CircleDashed },
  Recovered: { word: t("Recovered"), tone: "info", icon: CircleCheck },
  OK: { word: t("OK"), tone: "success", icon: CircleCheck },
};
const ORDER = Object.keys(STATES);

type Result = z.output<typeof report.values.response>["result"];
type Value = Result["values"][number];
type Silence = Result["silences"][number];

interface ValuesProps {
  alert: { id: number; name: string };
  onClose(): void;
}

/** The states of an alert's values, and what is silenced. */
export function Values({ alert: { id, name }, onClose }: ValuesProps) {
  const { data, error } = useQuery({
    queryKey: ["report", id, "values"],
    queryFn: async ({ signal }) => (await call(report.values, { params: { id } }, { signal })).result,
  });
  const of = useSilencing(id);
  return (
    <Dialog open title={t("States of “{name}”", { name })} width={720} onClose={onClose}>
      {error ? <p role="alert">{toApiError(error).message}</p> : null}
      {data || error ? null : <SkeletonLines lines={4} />}
      {data ? (
        <>
          <div className={styles.all}>
            <AllSilenced silence={data.silences.find(({ label }) => label === null)} />
            <Bells name={name} silence={data.silences.find(({ label }) => label === null)} of={of(null)} />
          </div>
          {data.values.length > 0 ? <Table data={data} of={of} /> : <p className={styles.none}>{NO_VALUES}</p>}
        </>
      ) : null}
    </Dialog>
  );
}

const NO_VALUES = t("No states yet: the alert doesn't check each row separately, or hasn't run.");

function AllSilenced({ silence }: { silence: Silence | undefined }) {
  return (
    <span>{silence ? t("All values are silenced until {time}.", { time: untilText(silence) }) : t("All values")}</span>
  );
}

function Table({ data, of }: { data: Result; of: Silencing }) {
  const values = data.values.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("Value")}</th>
            <th scope="col">{t("State")}</th>
            <th scope="col" data-align="end">
              {t("Result")}
            </th>
            <th scope="col">{t("Since")}</th>
            <th aria-label={t("Actions")} />
          </tr>
        </thead>
        <tbody>
          {values.map((value) => (
            <ValueRow
              key={value.label}
              value={value}
              silence={data.silences.find(({ label }) => label === value.label)}
              of={of(value.label)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ValueRow({ value, silence, of }: { value: Value; silence: Silence | undefined; of: SilencingOf }) {
  const { word, tone, icon: Icon } = STATES[value.state];
  return (
    <tr>
      <th scope="row">
        <bdi>{textOfLabel(value.label)}</bdi>
        {silence ? <small>{t("Silenced until {time}", { time: untilText(silence) })}</small> : null}
      </th>
      <td>
        <Pill tone={tone} icon={<Icon size={14} aria-hidden />}>
          {word}
        </Pill>
      </td>
      <td data-align="end">{valueText(value.value)}</td>
      <td>
        <RelativeTime at={value.since} short capitalized />
      </td>
      <td>
        <Bells name={textOfLabel(value.label)} silence={silence} of={of} />
      </td>
    </tr>
  );
}

const HOUR_MS = 60 * 60_000;
const SPANS = [
  { hours: 1, label: t("For an hour") },
  { hours: 4, label: t("For four hours") },
  { hours: 24, label: t("For a day") },
  { hours: 7 * 24, label: t("For a week") },
];

function Bells({ name, silence, of }: { name: string; silence: Silence | undefined; of: SilencingOf }) {
  if (silence)
    return (
      <IconButton
        label={t("End the silence of {name}", { name })}
        icon={<BellOff size={16} />}
        onClick={() => void of.end(silence.id)}
      />
    );
  const items = SPANS.map(({ hours, label }) => ({ key: String(hours), label, onClick: () => void of.begin(hours) }));
  return (
    <Dropdown menu={{ items }} trigger={["click"]}>
      <IconButton label={t("Silence {name}", { name })} icon={<Bell size={16} />} />
    </Dropdown>
  );
}

interface SilencingOf {
  begin(hours: number): Promise<void>;
  end(silence: number): Promise<void>;
}
type Silencing = (label: string | null) => SilencingOf;

function useSilencing(id: number): Silencing {
  const queries = useQueryClient();
  const after = async (change: Promise<unknown>) => {
    await change.catch((error) => toast.danger(toApiError(error).message));
    await queries.invalidateQueries({ queryKey: ["report", id, "values"] });
  };
  return (label) => ({
    begin: (hours) => {
      const ends_on = new Date(nowMs() + hours * HOUR_MS).toISOString();
      return after(call(report.silence, { params: { id }, body: { label, ends_on } }));
    },
    end: (silence_id) => after(call(report.endSilence, { params: { id, silence_id } })),
  });
}

const untilText = ({ ends_on }: Silence) =>
  dateText(new Date(parseMoment(ends_on)), { dateStyle: "medium", timeStyle: "short" });
