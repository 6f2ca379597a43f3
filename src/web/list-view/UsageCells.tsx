import { use } from "react";
import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { RelativeTime } from "../components/RelativeTime.tsx";
import styles from "./ListTable.module.css";
import { UsageContext } from "./usage.ts";

export function Views({ id }: { id: number }) {
  const usage = use(UsageContext)?.get(id);
  if (!usage) return null;
  const { views, viewers, has_more } = usage;
  const count = has_more ? `${number(views)}+` : number(views);
  if (viewers === 0) return count;
  return (
    <>
      {count}{" "}
      <span className={styles.second}>{t("{count, plural, one {# user} other {# users}}", { count: viewers })}</span>
    </>
  );
}

export function LastViewed({ id }: { id: number }) {
  const usage = use(UsageContext)?.get(id);
  if (!usage) return null;
  return usage.last_viewed_utc === null ? t("Never") : <RelativeTime at={usage.last_viewed_utc} short capitalized />;
}
