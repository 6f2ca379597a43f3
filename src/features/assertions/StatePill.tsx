import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon, TriangleAlert } from "lucide-react";
import { t } from "../../i18n/translate.ts";
import type { AssertionState } from "../../model/assertion.ts";
import { Pill, type PillTone } from "../../ui/Pill.tsx";

interface StateLook {
  word: string;
  tone: PillTone;
  icon: LucideIcon;
}

export const STATES: Readonly<Record<AssertionState, StateLook>> = {
  passed: { word: t("Passed"), tone: "success", icon: CircleCheck },
  failed: { word: t("Failed"), tone: "error", icon: TriangleAlert },
  error: { word: t("Couldn't be checked"), tone: "warning", icon: CircleAlert },
  unchecked: { word: t("Not checked yet"), tone: "neutral", icon: CircleDashed },
};

export function StatePill({ state }: { state: AssertionState }) {
  const { word, tone, icon: Icon } = STATES[state];
  return (
    <Pill tone={tone} icon={<Icon size={14} aria-hidden />}>
      {word}
    </Pill>
  );
}
