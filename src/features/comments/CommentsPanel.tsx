import { Button, Drawer } from "antd";
import { BarChart3, MailX, X } from "lucide-react";
import { useEffect, useState } from "react";
import { inlinePlacement } from "../../i18n/direction.ts";
import { list as listText } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { toApiError } from "../../web/client/errors.ts";
import { CommentForm } from "./CommentForm.tsx";
import { type ShownState, useThread, useThreads, useWrite } from "./comment-calls.ts";
import styles from "./comments.module.css";
import { type Commented, closeComments, openComments, useComments } from "./comments-state.ts";
import { ThreadView } from "./ThreadView.tsx";

interface CommentsPanelProps extends Commented {
  onShowChart?: ((chartId: number) => void) | undefined;
}

const WIDTH = 400;

/** Without a mask, so that the page stays usable beside it. */
export function CommentsPanel({ noun, id, onShowChart }: CommentsPanelProps) {
  const object = { noun, id };
  const [state, setState] = useState<ShownState>("open");
  const threads = useThreads(object, state);
  const counts = threads.data?.pages[0];
  useRoomBeside(noun);
  return (
    <Drawer
      open
      mask={false}
      keyboard={false}
      placement={inlinePlacement("right")}
      size={WIDTH}
      title={t("Comments")}
      closable={{ "aria-label": t("Close"), placement: "end" }}
      className={styles.panel}
      onClose={closeComments}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel from anywhere in it */}
      <div
        className={styles.content}
        onKeyDown={(event) => {
          // Menus and lists are elsewhere in the page.
          const isInside = event.currentTarget.contains(event.target as Node);
          if (event.key === "Escape" && isInside && !event.defaultPrevented) closeComments();
        }}
      >
        <Segmented<ShownState>
          label={t("State")}
          value={state}
          onChange={setState}
          options={[
            {
              value: "open",
              label: counts ? t("Open ({count, number})##comments", { count: counts.open }) : t("Open##comments"),
            },
            {
              value: "resolved",
              label: counts
                ? t("Resolved ({count, number})##comments", { count: counts.resolved })
                : t("Resolved##comments"),
            },
          ]}
        />
        <Threads object={object} state={state} threads={threads} onShowChart={onShowChart} />
      </div>
    </Drawer>
  );
}

/** In wide windows, dashboards are as much narrower. */
function useRoomBeside(noun: Commented["noun"]): void {
  useEffect(() => {
    document.documentElement.dataset.comments = noun;
    return () => {
      delete document.documentElement.dataset.comments;
    };
  }, [noun]);
}

interface ThreadsProps {
  object: Commented;
  state: ShownState;
  threads: ReturnType<typeof useThreads>;
  onShowChart?: ((chartId: number) => void) | undefined;
}

function Threads({ object, state, threads, onShowChart }: ThreadsProps) {
  const [withoutAccess, setWithoutAccess] = useState<readonly string[]>([]);
  const { data, error, refetch } = threads;
  const linked = useComments((one) => one.open?.comment);
  const linkedThread = useThread(object, linked).data?.id;
  if (error && !data) return <ErrorState title={toApiError(error).title} text={error.message} onRetry={refetch} />;
  if (!data) return <SkeletonLines lines={8} />;
  const all = data.pages.flatMap((page) => page.result).filter((thread) => thread.id !== linkedThread);
  const common = { object, onShowChart, onWithoutAccess: setWithoutAccess };
  return (
    <>
      {state === "open" ? <NewThread object={object} onWithoutAccess={setWithoutAccess} /> : null}
      <WithoutAccess noun={object.noun} names={withoutAccess} onClose={() => setWithoutAccess([])} />
      {data.pages[0]?.sends_mail === false ? (
        <p className={styles.note}>
          <MailX size={14} aria-hidden />
          {t("This server can't send emails. Comments appear only here.")}
        </p>
      ) : null}
      {linked === undefined ? null : <LinkedThread {...common} comment={linked} />}
      {all.length === 0 && linked === undefined ? <NoThreads state={state} noun={object.noun} /> : null}
      {all.map((thread) => (
        <ThreadView key={thread.id} {...common} thread={thread} />
      ))}
      {threads.hasNextPage ? (
        <Button loading={threads.isFetchingNextPage} onClick={() => void threads.fetchNextPage()}>
          {t("Show more")}
        </Button>
      ) : null}
    </>
  );
}

function NoThreads({ state, noun }: { state: ShownState; noun: Commented["noun"] }) {
  if (state === "resolved") return <EmptyState title={t("No resolved threads")} />;
  return (
    <EmptyState
      title={t("No open comments")}
      text={
        noun === "chart"
          ? t("Ask a question or leave a note about this chart. Everyone who can open it can read and reply.")
          : t("Ask a question or leave a note about this dashboard. Everyone who can open it can read and reply.")
      }
    />
  );
}

interface NewThreadProps {
  object: Commented;
  onWithoutAccess(names: readonly string[]): void;
}

function NewThread({ object, onWithoutAccess }: NewThreadProps) {
  const target = useComments((state) => state.open);
  const { add } = useWrite(object);
  const chart = target?.chart;
  return (
    <CommentForm
      key={chart?.id ?? 0}
      object={object}
      label={t("New comment")}
      verb={t("Comment##verb")}
      draftKey={`${object.noun} ${object.id}`}
      autoFocus={target?.comment === undefined}
      above={
        chart ? (
          <p className={styles.target}>
            <BarChart3 size={12} aria-hidden />
            <span dir="auto">{chart.name}</span>
            <IconButton
              label={t("Comment on the whole dashboard")}
              icon={<X size={12} />}
              size={24}
              onClick={() => openComments()}
            />
          </p>
        ) : null
      }
      send={async (written) => {
        onWithoutAccess((await add({ ...written, ...(chart ? { chart_id: chart.id } : {}) })).without_access);
        openComments();
      }}
    />
  );
}

/** The thread that the address names, which may be resolved or on a later page. */
function LinkedThread({
  comment,
  ...common
}: Omit<Parameters<typeof ThreadView>[0], "thread" | "linked"> & { comment: number }) {
  const { data, error } = useThread(common.object, comment);
  if (error)
    return (
      <p className={styles.note} role="status">
        {toApiError(error).status === 404 ? t("The linked comment doesn't exist anymore.") : error.message}
      </p>
    );
  if (!data) return <SkeletonLines lines={3} />;
  return (
    <section aria-label={t("Linked thread")} className={styles.linked}>
      <div className={styles.linkedHead}>
        <span>{t("Linked thread")}</span>
        <Button type="link" size="small" onClick={() => openComments()}>
          {t("Show all")}
        </Button>
      </div>
      <ThreadView {...common} thread={data} linked={comment} />
    </section>
  );
}

interface WithoutAccessProps {
  noun: Commented["noun"];
  names: readonly string[];
  onClose(): void;
}

function WithoutAccess({ noun, names, onClose }: WithoutAccessProps) {
  if (names.length === 0) return null;
  const values = { names: listText(names) };
  return (
    <p className={styles.warning} role="status">
      <span>
        {noun === "chart"
          ? t("{names} can't open this chart, and won't be notified.", values)
          : t("{names} can't open this dashboard, and won't be notified.", values)}
      </span>
      <IconButton label={t("Close")} icon={<X size={12} />} size={24} onClick={onClose} />
    </p>
  );
}
