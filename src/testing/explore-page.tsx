import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { MemoryRouter } from "react-router";
import { LabelColors } from "../chart-kit/colors/label-colors.ts";
import { CHART_CARDS, loadChartType } from "../chart-types/index.ts";
import { loadedEditedType } from "../chart-types/with-matrix.ts";
import type { Dataset } from "../model/dataset.ts";
import type { FormData } from "../model/form-data.ts";
import { startingForm } from "../pages/explore/state/starting-form.ts";
import { createExploreStore, type ExploreChart, type ExploreStore } from "../pages/explore/state/store.ts";
import { WorkbenchContext, type WorkbenchValue } from "../pages/explore/workbench/store-context.ts";
import type { ChartState } from "../web/chart-view/chart-state.ts";
import { signedIn, useSession } from "../web/session/session.ts";
import { UNEMPLOYMENT } from "./sample-charts.ts";

await Promise.all(CHART_CARDS.map((card) => loadChartType(card.key)));

export interface WorkbenchOptions {
  type?: string;
  form?: Partial<FormData>;
  saved?: Partial<FormData>;
  dataset?: Dataset;
  chart?: ExploreChart | null;
  run?: ChartState;
  live?: boolean;
}

export const SAVED_CHART: ExploreChart = {
  id: 12,
  name: "Unemployment",
  description: null,
  ownerIds: [1],
  isManagedExternally: false,
};

export function renderWorkbench(content: ReactNode, options: WorkbenchOptions = {}): ExploreStore {
  const { type = "echarts_timeseries_line", dataset = UNEMPLOYMENT, chart = null, live = true } = options;
  const chartType = loadedEditedType(type);
  const start = chartType ? startingForm(chartType, dataset) : { viz_type: type };
  const formData: FormData = { ...start, ...options.form };
  const saved = { ...formData, ...options.saved };
  const store = createExploreStore({ dataset, chart, formData, saved, live }, loadedEditedType);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <TestWorkbench store={store} run={options.run ?? { status: "waiting" }}>
          {content}
        </TestWorkbench>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return store;
}

function TestWorkbench({ store, run, children }: { store: ExploreStore; run: ChartState; children: ReactNode }) {
  const [state, setRun] = useState(run);
  const tableRows = useRef<WorkbenchValue["tableRows"]["current"]>(undefined);
  const colors = useMemo(() => new LabelColors(), []);
  const bench = useMemo(() => ({ store, run: state, setRun, colors, tableRows }), [store, state, colors]);
  return <WorkbenchContext value={bench}>{children}</WorkbenchContext>;
}

export function signIn(pairs: readonly (readonly [string, string])[], userId = 1): void {
  const user = { userId, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { Alpha: pairs } }), true);
}
