import { t } from "../i18n/translate.ts";
import styles from "./Skeleton.module.css";

/** Fades in after 150 ms, to avoid flashes. */
export function Skeleton({
  width = "100%",
  height = 12,
  round,
}: {
  width?: number | string;
  height?: number | string;
  round?: boolean;
}) {
  return <span className={styles.bar} data-round={round} style={{ width, height }} aria-hidden="true" />;
}

export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <span className={styles.lines} role="status" aria-label={t("Loading")}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other identity
        <Skeleton key={index} width={index === lines - 1 ? "60%" : "100%"} />
      ))}
    </span>
  );
}
