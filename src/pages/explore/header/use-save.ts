import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { create, show, update } from "../../../api/chart/contract.ts";
import { loadChartType } from "../../../chart-types/index.ts";
import { saveWithConfirm } from "../../../features/overwrite/overwrite.ts";
import { t } from "../../../i18n/translate.ts";
import { isSqlSource } from "../../../model/dataset.ts";
import { call } from "../../../web/client/client.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { can, isAdmin, useSession } from "../../../web/session/session.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { chartPayload } from "../state/save.ts";
import type { ExploreChart, ExploreStore } from "../state/store.ts";
import { useDerivedState, useExplore, useWorkbench } from "../workbench/store-context.ts";
import { chartKey } from "./use-chart-detail.ts";

export interface SaveChoices {
  asNew?: string;
  dashboardId?: number;
}

export interface SaveState {
  /** Returns the chart id, or undefined after a failure, which is shown as a toast. */
  save(choices?: SaveChoices): Promise<number | undefined>;
  isSaving: boolean;
  /** Includes permission to create a dataset, for charts on a query. */
  canAdd: boolean;
  canOverwrite: boolean;
  isReady: boolean;
}

interface InFlightSave {
  work: readonly unknown[];
  saving: Promise<number | undefined>;
}

/** A double click saves once, and a different save waits. */
const inFlight = new WeakMap<ExploreStore, InFlightSave>();

export function useSave(): SaveState {
  const { store } = useWorkbench();
  const queries = useQueryClient();
  const session = useSession();
  const chart = useExplore((state) => state.chart);
  const { problems } = useDerivedState();
  const [isSaving, setIsSaving] = useState(false);
  const userId = session.kind === "signed-in" ? session.user.userId : undefined;
  const isSql = useExplore((state) => isSqlSource(state.dataset));
  const canAdd = can("can_write", "Chart") && (!isSql || can("can_write", "Dataset"));
  const isOwner = userId !== undefined && (chart?.canEdit || chart?.ownerIds.includes(userId)) === true;
  const canOverwrite = canAdd && !isSql && chart !== null && !chart.isManagedExternally && (isOwner || isAdmin());
  const saveOnce = useCallback(
    async (choices: SaveChoices) => {
      setIsSaving(true);
      try {
        const saved = await saveChart(store, choices);
        toast.success(saved.text);
        void queries.invalidateQueries({ queryKey: ["explore", chartKey(saved.id)] });
        return saved.id;
      } catch (error) {
        const isGone = choices.asNew === undefined && toApiError(error).status === 404;
        toast.error(error, (message) =>
          isGone
            ? t("Failed to save slice: {message}. The chart was deleted. Use Save as to keep your changes.", {
                message,
              })
            : t("Failed to save slice: {message}", { message }),
        );
        return undefined;
      } finally {
        setIsSaving(false);
      }
    },
    [store, queries],
  );
  const save = useCallback(
    (choices: SaveChoices = {}) => {
      const { formData, name } = store.getState();
      const work = [formData, name, choices.asNew, choices.dashboardId];
      const before = inFlight.get(store);
      if (before?.work.every((part, i) => part === work[i])) return before.saving;
      const saving = before ? before.saving.then(() => saveOnce(choices)) : saveOnce(choices);
      inFlight.set(store, { work, saving });
      return saving.finally(() => {
        if (inFlight.get(store)?.saving === saving) inFlight.delete(store);
      });
    },
    [store, saveOnce],
  );
  return { save, isSaving, canAdd, canOverwrite, isReady: Object.keys(problems).length === 0 };
}

async function saveChart(
  store: ExploreStore,
  { asNew, dashboardId }: SaveChoices,
): Promise<{ id: number; text: string }> {
  const { formData, chart, name } = store.getState();
  const type = await loadChartType(formData.viz_type);
  if (!type) throw new Error(t("This chart type isn't available, so the chart can't be saved."));
  const isNew = asNew !== undefined || chart === null;
  const title = asNew ?? name;
  const more = dashboardId === undefined ? [] : [dashboardId];
  let state = isNew ? undefined : chart.state;
  const onState = (saved: string) => {
    state = saved;
  };
  if (isNew) {
    const payload = chartPayload({ type, formData: withoutId(formData), name: title, dashboards: more, owners: [] });
    const { id } = await call(create, { body: { ...payload, datasource_type: "table" } }, { onState });
    const own = { id, name: title, description: null, ownerIds: ownIds(), isManagedExternally: false, state };
    store.getState().markSaved(own, { formData, name });
    return { id, text: t("Chart [{name}] has been saved", { name: title }) };
  }
  const dashboards = [...(await dashboardsOf(chart)), ...more];
  const payload = chartPayload({
    type,
    formData: { ...formData, slice_id: chart.id },
    name: title,
    dashboards,
    owners: chart.ownerIds,
  });
  const args = { params: { id: chart.id }, body: { ...payload, datasource_type: "table" as const } };
  await saveWithConfirm({ noun: "chart", id: chart.id }, chart.state, (basedOn) =>
    call(update, args, { basedOn, onState }),
  );
  store.getState().markSaved({ ...chart, name: title, state }, { formData, name });
  return { id: chart.id, text: t("Chart [{name}] has been overwritten", { name: title }) };
}

function withoutId<T extends { slice_id?: number | null }>(formData: T): T {
  const { slice_id: _, ...rest } = formData;
  return rest as T;
}

async function dashboardsOf(chart: ExploreChart): Promise<number[]> {
  const { result } = await call(show, { params: { id: String(chart.id) }, q: { select_columns: ["dashboards.id"] } });
  return (result.dashboards ?? []).map((one) => one.id);
}

function ownIds(): number[] {
  const session = useSession.getState();
  return session.kind === "signed-in" ? [session.user.userId] : [];
}
