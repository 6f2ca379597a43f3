import { CircleAlert, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { AvatarGroup } from "../../ui/Avatar.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { type Failing, FailingList } from "./FailingList.tsx";
import styles from "./failing.module.css";
import { askable, failureText } from "./failing.ts";

/** Above a chart whose data fails assertions: the first one in a line, all in a popover. */
export function FailingNote({ failing }: { failing: readonly Failing[] }) {
  const [isOpen, setOpen] = useState(false);
  const sorted = failing.toSorted((a, b) => rank(a) - rank(b));
  const [first] = sorted;
  if (!first) return null;
  const Icon = first.state === "failed" ? TriangleAlert : CircleAlert;
  return (
    <div className={styles.noteFrame}>
      <Popover
        open={isOpen}
        onOpenChange={setOpen}
        label={t("Failing assertions")}
        content={<FailingList failing={sorted} />}
      >
        <button
          type="button"
          className={styles.note}
          data-state={first.state}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
        >
          <Icon size={14} aria-hidden />
          <span className={styles.noteText} dir="auto" title={failureText(first)}>
            {failureText(first)}
          </span>
          {sorted.length > 1 ? <span className={styles.noteMore}>+{number(sorted.length - 1)}</span> : null}
          <span className={styles.noteSince}>
            <RelativeTime at={first.failed_since ?? first.checked_at} short />
          </span>
          {first.people.length > 0 ? <AvatarGroup people={first.people.map(askable)} max={1} /> : null}
        </button>
      </Popover>
    </div>
  );
}

const rank = ({ state }: Failing) => (state === "failed" ? 0 : 1);
