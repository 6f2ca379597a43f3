import { useEffect, useState } from "react";
import { cachedAt } from "../../web/chart-view/chart-state.ts";
import { useView } from "./state/context.ts";
import { progressOf } from "./state/store.ts";

/** Says once, when all charts in view are done, how many were updated. */
export function LiveProgress() {
  const { total, done, failed } = useView((view) => {
    const progress = progressOf(view, cachedAt);
    return { total: progress.total, done: progress.done, failed: progress.failed.length };
  });
  const [text, setText] = useState("");
  const isDone = total > 0 && done === total;
  useEffect(() => {
    setText(isDone ? `${total - failed} of ${total} charts updated` : "");
  }, [isDone, total, failed]);
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  );
}
