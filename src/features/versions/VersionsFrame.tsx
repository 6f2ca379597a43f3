import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { chartVersions, dashboardVersions, datasetVersions } from "../../api/version/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { OperationResult } from "../../model/operation.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { can } from "../../web/session/session.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { type ChangeContext, ChangesTable, changeRows, changesInBrief, useChangeContext } from "../changes/index.ts";
import { dashboardCopyOf, unsavedChartOf } from "./open-as-new.ts";
import styles from "./versions.module.css";

const OPERATIONS = { chart: chartVersions, dashboard: dashboardVersions, dataset: datasetVersions };

type Version = OperationResult<typeof chartVersions.list>["result"][number];

export interface VersionsProps {
  noun: "chart" | "dashboard" | "dataset";
  id: number;
  name: string;
  canRestore: boolean;
  onClose(): void;
  onRestored(): void;
  /** A version became an unsaved chart or a new dashboard at this address. */
  onOpenAsNew(address: string): void;
}

const SideBySide = lazyComponent(async () => (await import("./SideBySide.tsx")).SideBySide);

const PAGE_SIZE = 50;

export function VersionsFrame(props: VersionsProps) {
  const { noun, id, name, canRestore, onClose } = props;
  const versions = useVersions(noun, id);
  const list = versions.data?.pages.flatMap((page) => page.result) ?? [];
  const [chosen, setChosen] = useState<number>();
  const shown = list.find((one) => one.version === chosen) ?? list[0];
  const isCurrent = shown !== undefined && shown.version === list[0]?.version;
  const restoring = useRestore(props);
  return (
    <Dialog
      open
      title={t("Versions of {name}", { name })}
      width={960}
      height="min(720px, 90vh)"
      onClose={onClose}
      cancelLabel={t("Close")}
      footerNote={shown && !isCurrent ? t("Restoring creates a new version. Nothing is lost.") : undefined}
      primary={{
        label: shown ? t("Restore version {version, number}", { version: shown.version }) : t("Restore"),
        disabled: !canRestore || shown === undefined || isCurrent,
        loading: restoring.isBusy,
        onClick: () => shown && void restoring.run(shown.version),
      }}
    >
      <Body {...props} versions={versions} shown={shown} isCurrent={isCurrent} onChoose={setChosen} />
    </Dialog>
  );
}

function OpenAsNew({ noun, id, version, onOpenAsNew }: VersionsProps & { version: number }) {
  const [isBusy, setIsBusy] = useState(false);
  if (noun === "dataset" || !canOpenAsNew(noun)) return null;
  const open = async () => {
    setIsBusy(true);
    try {
      onOpenAsNew(await (noun === "chart" ? unsavedChartOf : dashboardCopyOf)({ id, version }));
    } catch (error) {
      toast.error(error);
      setIsBusy(false);
    }
  };
  return (
    <Button size="small" className={styles.asNew} loading={isBusy} onClick={() => void open()}>
      {noun === "chart" ? t("Open as new chart") : t("Save as new dashboard")}
    </Button>
  );
}

const canOpenAsNew = (noun: "chart" | "dashboard") =>
  noun === "chart" ? can("can_write", "Chart") && can("can_read", "Explore") : can("can_write", "Dashboard");

interface BodyProps extends VersionsProps {
  versions: ReturnType<typeof useVersions>;
  shown: Version | undefined;
  isCurrent: boolean;
  onChoose(version: number): void;
}

function Body(props: BodyProps) {
  const { noun, id, versions, shown, isCurrent, onChoose } = props;
  const { data, error, refetch } = versions;
  const context = useChangeContext({ noun, id });
  if (error) return <ErrorState title={toApiError(error).title} text={error.message} onRetry={refetch} />;
  if (!data) return <SkeletonLines lines={8} />;
  return (
    <div className={styles.frame}>
      <div className={styles.list}>
        <ol aria-label={t("Versions, newest first")}>
          {data.pages
            .flatMap((page) => page.result)
            .map((version, index) => (
              <VersionItem
                key={version.version}
                version={version}
                summary={summaryOf(noun, version, context)}
                isCurrent={index === 0}
                isChosen={version.version === shown?.version}
                onChoose={() => onChoose(version.version)}
              />
            ))}
        </ol>
        {versions.hasNextPage ? (
          <Button size="small" loading={versions.isFetchingNextPage} onClick={() => void versions.fetchNextPage()}>
            {t("Show more")}
          </Button>
        ) : null}
      </div>
      <section className={styles.changes} aria-label={t("Changes")} aria-live="polite">
        {shown && !isCurrent ? <OpenAsNew {...props} version={shown.version} /> : null}
        {shown ? (
          <VersionDetails
            noun={noun}
            id={id}
            version={shown}
            isCurrent={isCurrent}
            newest={data.pages[0]?.result[0]?.version ?? shown.version}
          />
        ) : (
          <p>{t("No versions yet. Each save creates one.")}</p>
        )}
      </section>
    </div>
  );
}

/** A version without changes is the first one. */
function summaryOf(noun: VersionsProps["noun"], { changes }: Version, context: ChangeContext | undefined): string {
  if (changes.length === 0) return t("First version");
  return context ? changesInBrief(noun, changes, context) : "";
}

interface ItemProps {
  version: Version;
  summary: string;
  isCurrent: boolean;
  isChosen: boolean;
  onChoose(): void;
}

function VersionItem({ version, summary, isCurrent, isChosen, onChoose }: ItemProps) {
  const { saved_by } = version;
  const who = saved_by ? `${saved_by.first_name} ${saved_by.last_name}`.trim() : t("System");
  return (
    <li>
      <button type="button" className={styles.item} aria-current={isChosen || undefined} onClick={onChoose}>
        <span className={styles.itemHead}>
          <span className={styles.number}>{t("Version {version, number}", { version: version.version })}</span>
          {isCurrent ? <Pill tone="info">{t("Current")}</Pill> : null}
          <span className={styles.when}>
            <RelativeTime at={version.saved_on} short />
          </span>
        </span>
        <span className={styles.who}>{who}</span>
        <span className={styles.what}>{summary}</span>
      </button>
    </li>
  );
}

type Look = "changes" | "pictures";

function VersionDetails({ newest, ...props }: ChangesProps & { newest: number }) {
  const { noun, id, version, isCurrent } = props;
  const [look, setLook] = useState<Look>("changes");
  const from = isCurrent ? version.version - 1 : version.version;
  if (noun === "dataset" || from < 1) return <Changes {...props} />;
  return (
    <>
      <div className={styles.look}>
        <Segmented<Look>
          label={t("Show")}
          value={look}
          onChange={setLook}
          options={[
            { value: "changes", label: t("Changes") },
            { value: "pictures", label: t("Side by side") },
          ]}
        />
      </div>
      {look === "changes" ? (
        <Changes {...props} />
      ) : (
        <SideBySide noun={noun} id={id} from={from} to={newest} fallback={<SkeletonLines lines={6} />} />
      )}
    </>
  );
}

interface ChangesProps {
  noun: VersionsProps["noun"];
  id: number;
  version: Version;
  isCurrent: boolean;
}

function Changes({ noun, id, version, isCurrent }: ChangesProps) {
  const fromVersion = isCurrent ? version.version - 1 : version.version;
  const hasEarlier = fromVersion > 0;
  const { data, error, refetch } = useQuery({
    queryKey: [noun, id, "versions", "compare", fromVersion, isCurrent],
    enabled: hasEarlier,
    queryFn: ({ signal }) =>
      call(
        OPERATIONS[noun].compare,
        {
          params: { id: `${id}` },
          query: { from: `${fromVersion}`, ...(isCurrent ? { to: `${version.version}` } : {}) },
        },
        { signal },
      ),
  });
  const context = useChangeContext({ noun, id }, typesIn(data?.result ?? []));
  if (!hasEarlier) return <p className={styles.none}>{t("This is the first version.")}</p>;
  if (error) return <ErrorState compact title={toApiError(error).title} text={error.message} onRetry={refetch} />;
  if (!data) return <SkeletonLines lines={6} />;
  if (data.result.length === 0) return <p className={styles.none}>{t("Identical to the current version.")}</p>;
  return (
    <ChangesTable
      caption={
        isCurrent
          ? t("Changes in this version")
          : t("Changes since version {version, number}", { version: version.version })
      }
      heads={[
        t("Property"),
        isCurrent ? t("Before##the change") : t("Version {version, number}", { version: version.version }),
        t("Current"),
      ]}
      rows={changeRows(noun, data.result, context ?? {})}
    />
  );
}

function typesIn(changes: readonly { path: string; before?: unknown; after?: unknown }[]): string[] {
  return changes
    .filter(({ path }) => path === "viz_type")
    .flatMap(({ before, after }) => [before, after])
    .filter((key) => typeof key === "string");
}

function useVersions(noun: VersionsProps["noun"], id: number) {
  return useInfiniteQuery({
    queryKey: [noun, id, "versions"],
    initialPageParam: 0,
    staleTime: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        OPERATIONS[noun].list,
        { params: { id: `${id}` }, q: { page: pageParam, page_size: PAGE_SIZE } },
        { signal },
      ),
    getNextPageParam: (last, pages) => (pages.length * PAGE_SIZE < last.count ? pages.length : undefined),
  });
}

function useRestore({ noun, id, onClose, onRestored }: VersionsProps) {
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const run = async (version: number) => {
    setIsBusy(true);
    try {
      await call(OPERATIONS[noun].restore, { params: { id: `${id}`, version } });
      for (const key of [noun, `${noun}s`, "explore", "home"]) void queries.invalidateQueries({ queryKey: [key] });
      toast.success(t("Version {version, number} restored", { version }));
      onClose();
      onRestored();
    } catch (error) {
      toast.error(error, (message) =>
        t("Failed to restore version {version, number}: {message}", { version, message }),
      );
    } finally {
      setIsBusy(false);
    }
  };
  return { run, isBusy };
}
