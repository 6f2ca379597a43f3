import { Button } from "antd";
import { Unplug } from "lucide-react";
import { type ComponentProps, useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { useStore } from "zustand";
import { LabelColors } from "../../chart-kit/colors/label-colors.ts";
import { loadedEditedType } from "../../chart-types/with-matrix.ts";
import { t } from "../../i18n/translate.ts";
import { datasourceKey, memoryKey } from "../../model/dataset.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { type ChartState, withoutOtherResults } from "../../web/chart-view/chart-state.ts";
import { loadEvent } from "../../web/chart-view/load-event.ts";
import type { ApiError } from "../../web/client/errors.ts";
import { CannotOpen } from "../../web/components/CannotOpen.tsx";
import { PageHeader } from "../../web/components/PageHeader.tsx";
import { useStandalone } from "../../web/navigation/standalone.ts";
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
    const dataset = (draft && source.draftDataset) ?? source.dataset;
    return createExploreStore(
      {
        dataset,
        savedDataset: source.dataset,
        chart: source.chart,
        formData: draft?.formData ?? source.formData,
        saved: source.saved,
        name: draft?.name,
        live: isLive(memoryKey(dataset)),
      },
      loadedEditedType,
    );
  });
  const isStandalone = source.address.standalone === true;
  useViewed("chart", source.chart?.id);
  useLog(source.chart?.id, run);
  useStandalone(isStandalone);
  const datasource = useStore(store, (state) => datasourceKey(state.dataset));
  const tableRows = useRef<WorkbenchValue["tableRows"]["current"]>(undefined);
  const colors = useMemo(() => new LabelColors(), []);
  const workbench = useMemo(
    () => ({ store, run: withoutOtherResults(run, datasource), setRun, colors, tableRows }),
    [store, run, datasource, colors],
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
    toast.info(t("Unsaved changes were restored"), {
      action: {
        label: t("Discard"),
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
  toast.info(t("You have unsaved changes from an earlier visit"), {
    stays: true,
    action: {
      label: t("Restore"),
      run: () => {
        deleteDraft(draft.subject);
        store.getState().restore({ formData, name, dataset: source.draftDataset ?? source.dataset });
      },
    },
  });
}

function StandaloneChart() {
  const name = useExplore((state) => state.name);
  useTitle(name || t("Chart"));
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{name || t("Chart")}</h1>
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
      <PageHeader title={source.chart?.name ?? t("New chart")} />
      <div className={styles.missing}>
        <EmptyState
          icon={<Unplug size={20} />}
          title={t("The dataset is missing")}
          text={t("The chart's settings are kept. Choose another dataset to use with this chart.")}
          actions={<Button onClick={() => setIsSwapping(true)}>{t("Swap dataset")}</Button>}
        />
      </div>
      {isSwapping ? <SwapDialog onClose={() => setIsSwapping(false)} onSwapped={() => setIsSwapped(true)} /> : null}
    </>
  );
}

const CHARTS = { label: t("All charts"), href: "/chart/list/" };
const QUERIES = { label: t("Query history"), href: "/sqllab/history/" };
const DATASETS = { label: t("All datasets"), href: "/tablemodelview/list/" };
const ASK_OWNER = t("An owner of the chart's dataset or an administrator can give you access.");

function LoadFailed({ error, onRetry }: { error: ApiError; onRetry(): void }) {
  const { pathname, search } = useLocation();
  return <CannotOpen error={error} {...targetOf(parseAddress(pathname, search))} onRetry={onRetry} />;
}

function targetOf({
  permalinkKey,
  sliceId,
  formDataKey,
  datasourceId,
  datasourceType,
}: ExploreAddress): Omit<ComponentProps<typeof CannotOpen>, "error" | "onRetry"> {
  const chart = { accessHint: ASK_OWNER, nextPage: CHARTS };
  if (permalinkKey)
    return { ...chart, noAccess: t("You don't have access to this shared chart"), gone: t("This link doesn't exist") };
  if (sliceId)
    return { ...chart, noAccess: t("You don't have access to this chart"), gone: t("This chart doesn't exist") };
  if (datasourceType === "query") {
    return {
      noAccess: t("You don't have access to this query"),
      gone: t("This query doesn't exist"),
      accessHint: t("Only the user who ran a query can explore it. Ask them to save it as a dataset."),
      nextPage: QUERIES,
    };
  }
  if (datasourceId) {
    return {
      noAccess: t("You don't have access to this dataset"),
      gone: t("Missing dataset"),
      accessHint: t("An owner of the dataset or an administrator can give you access."),
      nextPage: DATASETS,
    };
  }
  return formDataKey
    ? {
        ...chart,
        noAccess: t("You don't have access to this unsaved chart"),
        gone: t("This unsaved chart has expired"),
      }
    : { ...chart, noAccess: t("You don't have access to this chart"), gone: t("This chart doesn't exist") };
}

function NothingSelected() {
  return (
    <>
      <PageHeader title={t("Explore")} />
      <div className={styles.missing}>
        <EmptyState
          title={t("Choose what to explore")}
          text={t("Open a chart, or start a new one from a dataset.")}
          actions={
            <>
              <Link to="/chart/add">{t("New chart")}</Link>
              <Link to="/chart/list/">{t("All charts")}</Link>
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
      <PageHeader title={t("Explore")} tabTitle={t("Explore")} />
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
