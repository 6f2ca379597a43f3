import { parseDashboardMetadata } from "../../model/dashboard-metadata.ts";
import type { DataMask, DataMaskMap } from "../../model/data-mask.ts";
import { DataMaskMap as Masks } from "../../model/data-mask.ts";
import { filtersOf } from "../../model/display-control.ts";
import { maskOfValues, type ReportExtra } from "../../model/report.ts";
import { RunFailure } from "./run-failure.ts";

/** The state of a dashboard that is sent: its filters, tabs and parameters, and each tab that is a picture of its own. */
export interface SentState {
  state: { dataMask?: DataMaskMap; activeTabs?: string[]; urlParams?: [string, string][] };
  /** Components that the pictures begin with, one picture each; one of the whole where there is none. */
  anchors: (string | undefined)[];
}

interface Sent {
  json_metadata: string | null;
}

export function sentState({ dashboard: sent = {} }: ReportExtra, dashboard: Sent): SentState {
  const { dataMask, activeTabs, urlParams, anchor, nativeFilters } = sent;
  const masks = { ...masksOf(dataMask), ...chosenMasks(nativeFilters ?? [], dashboard) };
  return {
    state: {
      ...(Object.keys(masks).length > 0 ? { dataMask: masks } : {}),
      ...(activeTabs?.length ? { activeTabs } : {}),
      ...(urlParams?.length ? { urlParams } : {}),
    },
    anchors: anchorsOf(anchor),
  };
}

function masksOf(given: unknown): DataMaskMap {
  const parsed = Masks.safeParse(given ?? {});
  if (!parsed.success) throw new RunFailure("The filters that are kept with the report cannot be read");
  return parsed.data;
}

/** One id, or a JSON list of them. */
function anchorsOf(anchor: string | null | undefined): (string | undefined)[] {
  if (!anchor) return [undefined];
  if (!anchor.startsWith("[")) return [anchor];
  try {
    const ids = (JSON.parse(anchor) as unknown[]).filter((id) => typeof id === "string");
    return ids.length > 0 ? ids : [undefined];
  } catch {
    throw new RunFailure("The tabs that are kept with the report cannot be read");
  }
}

type Chosen = NonNullable<NonNullable<ReportExtra["dashboard"]>["nativeFilters"]>[number];

/** A filter that is gone leaves nothing to send: without it other rows would be shown. */
function chosenMasks(chosen: readonly Chosen[], { json_metadata }: Sent): DataMaskMap {
  if (chosen.length === 0) return {};
  const filters = new Map(filtersOf(parseDashboardMetadata(json_metadata)).map((filter) => [filter.id, filter]));
  return Object.fromEntries(
    chosen.flatMap((one): [string, DataMask][] => {
      if (!one.nativeFilterId) return [];
      const filter = filters.get(one.nativeFilterId);
      if (!filter) throw new RunFailure(`The dashboard has no filter ${one.nativeFilterId} any more`);
      return [[filter.id, maskOfValues(filter, Array.isArray(one.filterValues) ? one.filterValues : [])]];
    }),
  );
}
