import {
  BellRing,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  Hash,
  Loader,
  type LucideIcon,
  Mail,
  Webhook,
} from "lucide-react";
import { list, number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import type { ReportState } from "../../model/report.ts";
import { Pill, type PillTone } from "../../ui/Pill.tsx";
import { Tooltip } from "../../ui/Tooltip.tsx";
import styles from "./alerts.module.css";

export type ReportKind = "Alert" | "Report";

export const NOUNS = {
  Alert: { one: "alert", many: "alerts" },
  Report: { one: "report", many: "reports" },
} as const;

export const TEXTS = {
  Alert: {
    all: t("All alerts"),
    open: t("Open alert"),
    create: t("New alert"),
    save: t("Save alert"),
    created: t("The alert has been created"),
    updated: t("Alert updated"),
    readOnly: t("Only owners can edit this alert."),
  },
  Report: {
    all: t("All reports"),
    open: t("Open report"),
    create: t("New report"),
    save: t("Save report"),
    created: t("The report has been created"),
    updated: t("Report updated"),
    readOnly: t("Only owners can edit this report."),
  },
} as const;

export const LIST_KEYS = { Alert: "alerts", Report: "reports" } as const;

export const listPath = (kind: ReportKind) => `/${NOUNS[kind].one}/list/`;
export const logPath = (kind: ReportKind, id: number) => `/${NOUNS[kind].one}/${id}/log/`;

const STATES: Readonly<Record<ReportState, { word: string; tone: PillTone; icon: LucideIcon }>> = {
  Success: { word: t("Success"), tone: "success", icon: CircleCheck },
  Working: { word: t("Running"), tone: "info", icon: Loader },
  Error: { word: t("Error"), tone: "error", icon: CircleAlert },
  "Not triggered": { word: t("Not triggered"), tone: "neutral", icon: CirclePause },
  "On Grace": { word: t("In grace period"), tone: "warning", icon: BellRing },
};

const NEVER = { word: t("Not run yet"), tone: "neutral", icon: CircleDashed } as const;

export const STATE_CHOICES = Object.entries(STATES).map(([value, { word }]) => ({ value, text: word }));

export function StatePill({ state }: { state: ReportState | null | undefined }) {
  const { word, tone, icon: Icon } = state ? STATES[state] : NEVER;
  return (
    <span className={styles.state}>
      <Pill tone={tone} icon={<Icon size={14} aria-hidden />}>
        {word}
      </Pill>
    </span>
  );
}

export const CHANNELS = {
  Email: { label: t("Email"), icon: Mail },
  Slack: { label: "Slack", icon: Hash },
  SlackV2: { label: "Slack", icon: Hash },
  Webhook: { label: t("Webhook"), icon: Webhook },
} as const;
export type Channel = keyof typeof CHANNELS;

export const missingText = (types: readonly Channel[]): string =>
  t("Not set up on this server: {channels}", { channels: list(new Set(types.map((type) => CHANNELS[type].label))) });

export function ChannelIcons({ types }: { types: readonly string[] }) {
  const labels = [...new Set(types.map((type) => CHANNELS[type as Channel]?.label))];
  return Object.values(CHANNELS)
    .filter(({ label }, index, all) => labels.includes(label) && all.findIndex((one) => one.label === label) === index)
    .map(({ label, icon: Icon }) => (
      <Tooltip key={label} title={label}>
        <Icon size={16} role="img" aria-label={label} style={{ marginInlineEnd: 8, verticalAlign: "middle" }} />
      </Tooltip>
    ));
}

export function valueText(value: number | null | undefined): string {
  if (value === null || value === undefined) return "";
  const isSmall = Math.abs(value) < 1;
  return number(value, isSmall ? { maximumSignificantDigits: 4 } : { maximumFractionDigits: 4 });
}
