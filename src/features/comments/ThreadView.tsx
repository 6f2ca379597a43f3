import { Button } from "antd";
import { BarChart3, Check, RotateCcw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Thread } from "../../api/comment/contract.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import { nameOf } from "../../ui/Avatar.tsx";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { CommentForm } from "./CommentForm.tsx";
import { CommentView } from "./CommentView.tsx";
import { useChange, useThread, useWrite } from "./comment-calls.ts";
import styles from "./comments.module.css";
import type { Commented } from "./comments-state.ts";

export interface ThreadViewProps {
  object: Commented;
  thread: Thread;
  /** The comment that the link names. */
  linked?: number | undefined;
  onShowChart?: ((chartId: number) => void) | undefined;
  onWithoutAccess(names: readonly string[]): void;
}

export function ThreadView(props: ThreadViewProps) {
  const { object, thread, linked, onWithoutAccess } = props;
  const [isReplying, setReplying] = useState(false);
  const { replies, hidden, showAll } = useReplies(object, thread);
  const { add } = useWrite(object);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (linked !== undefined) place.current?.scrollIntoView?.({ block: "nearest" });
  }, [linked]);
  const name = thread.author ? nameOf(thread.author) : "";
  const common = { object, linked, onWithoutAccess };
  return (
    <article
      ref={place}
      className={styles.thread}
      aria-label={name ? t("Thread by {name}", { name }) : t("Thread")}
      data-linked={linked !== undefined || undefined}
    >
      <AboutChart {...props} />
      <CommentView {...common} comment={thread} />
      {hidden > 0 ? (
        <Button type="link" size="small" className={styles.earlier} onClick={showAll}>
          {t("Show {count, plural, one {# earlier reply} other {# earlier replies}}", { count: hidden })}
        </Button>
      ) : null}
      {replies.length > 0 ? (
        <ol className={styles.replies} aria-label={t("Replies")}>
          {replies.map((reply) => (
            <li key={reply.id}>
              <CommentView {...common} comment={reply} />
            </li>
          ))}
        </ol>
      ) : null}
      {isReplying ? (
        <CommentForm
          object={object}
          label={t("Reply")}
          verb={t("Reply")}
          draftKey={`reply ${thread.id}`}
          autoFocus
          isAlwaysOpen
          onCancel={() => setReplying(false)}
          send={async (written) => {
            onWithoutAccess((await add({ ...written, thread_id: thread.id })).without_access);
            setReplying(false);
          }}
        />
      ) : (
        <ThreadFooter object={object} thread={thread} onReply={() => setReplying(true)} />
      )}
    </article>
  );
}

function AboutChart({ thread: { chart }, onShowChart }: ThreadViewProps) {
  if (!chart) return null;
  const name = chart.slice_name;
  if (name === null) return <p className={styles.about}>{t("On a chart that is no longer on this dashboard")}</p>;
  const content = (
    <>
      <BarChart3 size={12} aria-hidden />
      <span dir="auto">{name}</span>
    </>
  );
  if (!onShowChart) return <p className={styles.about}>{content}</p>;
  return (
    <button
      type="button"
      className={styles.about}
      title={t("Show “{name}”", { name })}
      onClick={() => onShowChart(chart.id)}
    >
      {content}
    </button>
  );
}

function ThreadFooter({ object, thread, onReply }: { object: Commented; thread: Thread; onReply(): void }) {
  const change = useChange(object);
  const isResolved = thread.resolved_on !== null;
  const name = thread.resolved_by ? nameOf(thread.resolved_by) : "";
  const at = () => <RelativeTime at={thread.resolved_on} />;
  return (
    <div className={styles.footer}>
      <Button type="link" size="small" onClick={onReply}>
        {t("Reply")}
      </Button>
      {isResolved ? (
        <span className={styles.resolved}>
          {name ? rich("Resolved by {name}, <at></at>", { name, at }) : rich("Resolved <at></at>", { at })}
        </span>
      ) : null}
      {thread.can_resolve ? (
        <Button
          size="small"
          className={styles.resolve}
          icon={isResolved ? <RotateCcw size={12} /> : <Check size={12} />}
          loading={change.isPending}
          onClick={() => change.mutate({ act: isResolved ? "reopen" : "resolve", id: thread.id })}
        >
          {isResolved ? t("Reopen") : t("Resolve")}
        </Button>
      ) : null}
    </div>
  );
}

function useReplies(object: Commented, thread: Thread) {
  const [isAll, setAll] = useState(false);
  const { data } = useThread(object, isAll ? thread.id : undefined);
  const replies = data?.replies ?? thread.replies;
  const count = data?.reply_count ?? thread.reply_count;
  return { replies, hidden: Math.max(0, count - replies.length), showAll: () => setAll(true) };
}
