import { Button } from "antd";
import { Unplug } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { useStore } from "zustand";
import { loadedEditedType } from "../../chart-types/with-matrix.ts";
import { datasourceKey, memoryKey } from "../../model/dataset.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { type ChartState, withoutOtherAnswers } from "../../web/chart-view/chart-state.ts";
import { loadEvent } from "../../web/chart-view/load-event.ts";
import type { ApiError } from "../../web/client/errors.ts";
import { CannotOpen } from "../../web/components/CannotOpen.tsx";
import { PageHeader } from "../../web/components/PageHeader.tsx";
import { useAlone } from "../../web/navigation/alone.ts";
import { useTitle } from "../../web/navigation/title.ts";
import { logEvent } from "../../web/session/event-log.ts";
import { useViewed } from "../../web/session/viewed.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { ChartArea } from "./chart-area/ChartArea.tsx";
import { type ExploreAddress, parseAddress } from "./state/address.ts";
import { isSameValue } from "./state/form-values.ts";
import { createExploreStore, type ExploreStore } from "./state/store.ts";
import { Workbench } from "./Workbench.tsx";
import { useExplore, WorkbenchContext, type WorkbenchValue } from "./workbench/store-context.ts";
import { type Draft, deleteDraft, draftOf, isExplicit, offerableDraft, subjectOf } from "./workbench/use-draft.ts";
import { isLive } from "./workbench/use-live.ts";
import { type ExploreSource, useSource } from "./workbench/use-source.ts";
import styles from "./workbench/workbench.module.css";

const SwapDialog = lazyComponent(async () => (await import("./dataset-panel/SwapDialog.tsx")).SwapDialog);

export function ExplorePage() {
  const { key, source } = useSource();
  if (key === undefined) return <NothingSelected />;
  if (source.data) return <LoadedPage key={key} source={source.data} />;
  return source.error ? <LoadFailed error={source.error} onRetry={source.reload} /> : <LoadingPage />;
}

function LoadedPage({ source: latest }: { source: ExploreSource }) {
  // Keep the first result: a refetch must not announce a draft that this page wrote itself.
  const [source] = useState(latest);
  const [run, setRun] = useState<ChartState>({ status: "waiting" });
  const [store] = useState(() => {
    const draft = draftOf(source);
    return createExploreStore(
      {
        dataset: (draft && source.draftDataset) ?? source.dataset,
        savedDataset: source.dataset,
        chart: source.chart,
        formData: draft?.formData ?? source.formData,
        saved: source.saved,
        name: draft?.name,
        live: isLive(memoryKey(source.dataset)),
      },
      loadedEditedType,
    );
  });
  const isStandalone = source.address.standalone === true;
  useViewed("chart", source.chart?.id);
  useLog(source.chart?.id, run);
  useAlone(isStandalone);
  const datasource = useStore(store, (state) => datasourceKey(state.dataset));
  const tableRows = useRef<WorkbenchValue["tableRows"]["current"]>(undefined);
  const workbench = useMemo(
    () => ({ store, run: withoutOtherAnswers(run, datasource), setRun, tableRows }),
    [store, run, datasource],
  );
  useEffect(() => {
    if (source.address.force) store.getState().run(true);
  }, [source, store]);
  useEffect(() => {
    if (source.message) toast.info(source.message);
    const offered = offerableDraft(source);
    if (offered) offerDraft(offered, source, store);
    // After a reload of the same address there is nothing to announce.
    if (!draftOf(source) || isExplicit(source)) return;
    toast.info("Unsaved changes were restored", {
      action: {
        label: "Discard",
        run: () => {
          deleteDraft(subjectOf(source));
          store.getState().discard();
        },
      },
    });
  }, [source, store]);
  return (
    <WorkbenchContext value={workbench}>
      {isStandalone ? (
        <StandaloneChart />
      ) : source.hasDataset ? (
        <Workbench source={source} />
      ) : (
        <MissingDataset source={source} />
      )}
    </WorkbenchContext>
  );
}

function useLog(id: number | undefined, run: ChartState): void {
  const before = useRef<ChartState>(undefined);
  useEffect(() => {
    const detail = loadEvent(before.current, run);
    before.current = run;
    if (detail && id !== undefined) logEvent({ kind: "slice", id }, "load_chart", detail);
  }, [id, run]);
}

function offerDraft(draft: Draft, source: ExploreSource, store: ExploreStore): void {
  const { formData, name } = draft;
  const open = store.getState();
  if (name === open.name && isSameValue(formData, open.formData)) {
    deleteDraft(draft.subject);
    return;
  }
  toast.info("You have unsaved changes from an earlier visit", {
    stays: true,
    action: {
      label: "Restore",
      run: () => {
        deleteDraft(draft.subject);
        store.getState().restore({ formData, name, dataset: source.draftDataset ?? source.dataset });
      },
    },
  });
}

function StandaloneChart() {
  const name = useExplore((state) => state.name);
  useTitle(name || "Chart");
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{name || "Chart"}</h1>
      <ChartArea isStandalone />
    </div>
  );
}

function MissingDataset({ source }: { source: ExploreSource }) {
  const [isSwapping, setIsSwapping] = useState(false);
  const [isSwapped, setIsSwapped] = useState(false);
  if (isSwapped) return <Workbench source={source} />;
  return (
    <>
      <PageHeader title={source.chart?.name ?? "New chart"} />
      <div className={styles.missing}>
        <EmptyState
          icon={<Unplug size={20} />}
          title="The dataset is missing"
          text="The chart's settings are kept. Choose another dataset to use them with."
          actions={<Button onClick={() => setIsSwapping(true)}>Swap dataset</Button>}
        />
      </div>
      {isSwapping ? <SwapDialog onClose={() => setIsSwapping(false)} onSwapped={() => setIsSwapped(true)} /> : null}
    </>
  );
}

const CHARTS = { label: "All charts", href: "/chart/list/" };
const QUERIES = { label: "Query history", href: "/sqllab/history/" };
const DATASETS = { label: "All datasets", href: "/tablemodelview/list/" };
const LIST_LINKS: Readonly<Record<string, { label: string; href: string }>> = { dataset: DATASETS, query: QUERIES };
const askWhom = (noun: string) =>
  noun === "query"
    ? "Only the user who ran a query can explore it. Ask them to save it as a dataset."
    : `An owner of ${noun === "dataset" ? "the" : "its"}dataset or an administrator can give you access.`;

function LoadFailed({ error, onRetry }: { error: ApiError; onRetry(): void }) {
  const { pathname, search } = useLocation();
  const [noun, missingTitle] = targetOf(parseAddress(pathname, search));
  return (
    <CannotOpen
      error={error}
      noun={`this ${noun}`}
      gone={missingTitle}
      askWhom={askWhom(noun)}
      way={LIST_LINKS[noun] ?? CHARTS}
      onRetry={onRetry}
    />
  );
}

function targetOf({
  permalinkKey,
  sliceId,
  formDataKey,
  datasourceId,
  datasourceType,
}: ExploreAddress): [string, string] {
  if (permalinkKey) return ["shared chart", "This link does not exist"];
  if (sliceId) return ["chart", "This chart does not exist"];
  if (datasourceType === "query") return ["query", "This query does not exist"];
  if (datasourceId) return ["dataset", "Missing dataset"];
  return formDataKey ? ["unsaved chart", "This unsaved chart has expired"] : ["chart", "This chart does not exist"];
}

function NothingSelected() {
  return (
    <>
      <PageHeader title="Explore" />
      <div className={styles.missing}>
        <EmptyState
          title="Choose what to explore"
          text="Open a chart, or start a new one from a dataset."
          actions={
            <>
              <Link to="/chart/add">New chart</Link>
              <Link to="/chart/list/">All charts</Link>
            </>
          }
        />
      </div>
    </>
  );
}

function LoadingPage() {
  return (
    <>
      <PageHeader title="Explore" tabTitle="Explore" />
      <div className={styles.skeleton} aria-busy>
        <div className={styles.skeletonSide}>
          <SkeletonLines lines={12} />
        </div>
        <div className={styles.skeletonSide}>
          <SkeletonLines lines={10} />
        </div>
        <div className={styles.skeletonMain}>
          <SkeletonLines lines={6} />
        </div>
      </div>
    </>
  );
}
