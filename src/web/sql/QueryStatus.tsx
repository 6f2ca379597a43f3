import { t } from "../../i18n/translate.ts";
import { Pill, type PillTone } from "../../ui/Pill.tsx";

const STATES: Readonly<Record<string, readonly [words: string, tone: PillTone]>> = {
  offline: [t("Offline"), "error"],
  failed: [t("Failed"), "error"],
  stopped: [t("Stopped"), "error"],
  timed_out: [t("Timed out"), "error"],
  started: [t("Started"), "info"],
  scheduled: [t("Scheduled"), "info"],
  pending: [t("Pending"), "info"],
  fetching: [t("Fetching"), "info"],
  running: [t("Running"), "warning"],
  success: [t("Succeeded"), "success"],
};

export const queryStatusText = (status: string): string => STATES[status]?.[0] ?? sentenceCase(status);

function sentenceCase(status: string): string {
  const words = status.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function QueryStatus({ status = "" }: { status: string | undefined }) {
  return <Pill tone={STATES[status]?.[1] ?? "neutral"}>{queryStatusText(status)}</Pill>;
}
