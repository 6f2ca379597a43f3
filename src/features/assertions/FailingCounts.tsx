import { CircleAlert, TriangleAlert } from "lucide-react";
import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { Pill } from "../../ui/Pill.tsx";
import styles from "./failing.module.css";

interface FailingCountsProps {
  failed: number;
  /** That couldn't be checked. */
  errors: number;
  /** Numbers at every width, not only on phones. */
  isShort?: boolean;
}

export function FailingCounts({ failed, errors, isShort = false }: FailingCountsProps) {
  return (
    <span className={styles.counts} data-short={isShort || undefined}>
      {failed > 0 ? (
        <Pill tone="error" icon={<TriangleAlert size={12} aria-hidden />}>
          <Count count={failed} text={failingText(failed)} isShort={isShort} />
        </Pill>
      ) : null}
      {errors > 0 ? (
        <Pill tone="warning" icon={<CircleAlert size={12} aria-hidden />}>
          <Count count={errors} text={errorsText(errors)} isShort={isShort} />
        </Pill>
      ) : null}
    </span>
  );
}

function Count({ count, text, isShort }: { count: number; text: string; isShort: boolean }) {
  return (
    <span title={text}>
      <span className={styles.number} aria-hidden>
        {number(count)}
      </span>
      <span className={isShort ? "visually-hidden" : "visually-hidden-on-phones"}>{text}</span>
    </span>
  );
}

const failingText = (count: number) =>
  t("{count, plural, one {# assertion failing} other {# assertions failing}}", { count });

export const errorsText = (count: number) =>
  t("{count, plural, one {# assertion couldn't be checked} other {# assertions couldn't be checked}}", { count });
