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

interface FailingNoteProps {
  failing: readonly Failing[];
  /** Instead of the line. */
  isIcon?: boolean;
}

/** At a chart whose data fails assertions: the first one in a line or by an icon, all in a popover. */
export function FailingNote({ failing, isIcon = false }: FailingNoteProps) {
  const [isOpen, setOpen] = useState(false);
  const sorted = failing.toSorted((a, b) => rank(a) - rank(b));
  const [first] = sorted;
  if (!first) return null;
  const Icon = first.state === "failed" ? TriangleAlert : CircleAlert;
  return (
    <div className={isIcon ? undefined : styles.noteFrame}>
      <Popover open={isOpen} onOpenChange={setOpen} label={t("Assertions")} content={<FailingList failing={sorted} />}>
        <button
          type="button"
          className={isIcon ? styles.noteIcon : styles.note}
          data-state={first.state}
          aria-label={sorted.map(failureText).join(", ")}
          title={isIcon ? failureText(first) : undefined}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
        >
          <Icon size={14} aria-hidden />
          {isIcon ? null : <Line first={first} more={sorted.length - 1} />}
        </button>
      </Popover>
    </div>
  );
}

function Line({ first, more }: { first: Failing; more: number }) {
  return (
    <>
      <span className={styles.noteText} dir="auto" title={failureText(first)}>
        {failureText(first)}
      </span>
      {more > 0 ? <span className={styles.noteMore}>+{number(more)}</span> : null}
      <span className={styles.noteSince}>
        <RelativeTime at={first.failed_since ?? first.checked_at} short />
      </span>
      {first.people.length > 0 ? <AvatarGroup people={first.people.map(askable)} max={1} /> : null}
    </>
  );
}

const rank = ({ state }: Failing) => (state === "failed" ? 0 : 1);
