import { t } from "../../i18n/translate.ts";
import { endsText, largestText } from "../axes/extremes-text.ts";
import type { Mark, TooltipContent } from "../echart/echart-spec.ts";
import { formatPercent } from "../format/plain-number.ts";
import { selectionOf } from "../selection.ts";
import type { Dimensions, Measure } from "../values/measure.ts";
import { ancestorNames, type Branch, type BranchPaint } from "./hierarchy.ts";

interface TooltipContext {
  measure: Measure;
  paints: ReadonlyMap<Branch, BranchPaint>;
}

export function branchTooltip(
  branch: Branch | undefined,
  { measure, paints, second }: TooltipContext & { second?: Measure },
): TooltipContent | null {
  if (!branch) return null;
  const { parent } = branch;
  const other = second ? [{ label: second.label, value: second.full(branch.second) }] : [];
  return {
    title: ancestorNames(branch).join(" › "),
    rows: [
      {
        color: paints.get(branch)?.color,
        label: measure.label,
        value: measure.full(branch.value),
        share: formatPercent(branch.share),
      },
      ...other,
    ],
    ...(parent
      ? { note: t("{share} of {whole}", { share: formatPercent(branch.value / parent.value), whole: parent.name }) }
      : {}),
  };
}

export function branchMark(
  branch: Branch | undefined,
  { dims, measure, paints }: TooltipContext & { dims: Dimensions },
): Mark | null {
  if (!branch) return null;
  return {
    text: `${ancestorNames(branch).join(", ")}: ${measure.full(branch.value)}, ${formatPercent(branch.share)}`,
    selection: selectionOf(dims.columns.slice(0, branch.path.length), branch.path),
    isSelected: paints.get(branch)?.isSelected ?? false,
  };
}

export function branchSummary(
  chart: string,
  { tops, measure, whole }: { tops: readonly Branch[]; measure: Measure; whole?: Branch | undefined },
): string {
  const [first] = tops;
  const of = {
    what: chart,
    measure: whole
      ? t("{measure} in {whole}", { measure: measure.label, whole: ancestorNames(whole).join(" › ") })
      : measure.label,
  };
  if (!first) return t("{what} of {measure}: no values.", of);
  const say = (branch: Branch) => `${branch.name} (${measure.full(branch.value)}, ${formatPercent(branch.share)})`;
  if (tops.length === 1) return t("{what} of {measure}, one part: {part}.", { ...of, part: say(first) });
  const ends = endsText(tops, { valueIn: ({ value }) => value, say, write: measure.full, ends: largestText });
  return t("{what} of {measure}, {count, plural, one {# part} other {# parts}}; {ends}.", {
    ...of,
    count: tops.length,
    ends,
  });
}

/** Named branches have at least this share of the total, or the largest are listed below. */
const LEAST_NAMED = 0.3;
const MOST_LISTED = 3;
const LISTED_LENGTH = 60;

export function unnamedNote(tops: readonly Branch[], named: ReadonlySet<Branch>): string | undefined {
  const share = [...named].reduce((sum, branch) => sum + branch.share, 0);
  if (tops.length === 0 || share >= LEAST_NAMED) return undefined;
  const listed: string[] = [];
  for (const { name } of tops.toSorted((a, b) => b.value - a.value).slice(0, MOST_LISTED)) {
    if (listed.length > 0 && [...listed, name].join(", ").length > LISTED_LENGTH) break;
    listed.push(name);
  }
  const names = listed.join(", ");
  const count = tops.length - listed.length;
  return count > 0
    ? t("Largest: {names}, and {count, number} more", { names, count })
    : t("Largest: {names}", { names });
}
