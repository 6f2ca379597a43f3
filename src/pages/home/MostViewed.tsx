import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { mostViewed } from "../../api/home/contract.ts";
import { t } from "../../i18n/translate.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { call } from "../../web/client/client.ts";
import { useSkeleton } from "../../web/client/clock.ts";
import { toApiError } from "../../web/client/errors.ts";
import { ChartPicture } from "../../web/components/ChartPicture.tsx";
import { pictureAddress } from "../../web/components/picture.ts";
import { can, useUser } from "../../web/session/session.ts";
import rows from "./Favorites.module.css";
import styles from "./HomePage.module.css";
import { SkeletonRows } from "./SkeletonRows.tsx";

/** Not shown until someone has viewed a dashboard of the user's list. */
export function MostViewed() {
  const { userId } = useUser();
  const isAllowed = can("can_read", "Dashboard");
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["home", "most viewed", userId],
    enabled: isAllowed,
    queryFn: async ({ signal }) => (await call(mostViewed, {}, { signal })).result,
  });
  const waiting = useSkeleton(isAllowed && isPending);
  if (!waiting && !error && !data?.length) return null;
  return (
    <section className={styles.section} aria-labelledby="home-most-viewed">
      <div className={styles.head}>
        <h2 id="home-most-viewed">{t("Most viewed")}</h2>
        <span className={styles.hint}>{t("Last 30 days, all users")}</span>
      </div>
      <div className={styles.panel}>
        {error ? (
          <ErrorState
            compact
            title={t("Failed to load the most viewed dashboards")}
            text={toApiError(error).message}
            onRetry={refetch}
          />
        ) : waiting ? (
          <SkeletonRows />
        ) : (
          <ul className={rows.list}>
            {data?.map(({ id, dashboard_title, url, views }) => {
              const title = dashboard_title || t("Untitled dashboard");
              return (
                <li key={id} className={rows.row}>
                  <ChartPicture small kind="dashboard" seed={id} src={pictureAddress("dashboard", url)} />
                  <span className={rows.text}>
                    <Link to={url} className={rows.title} dir="auto" title={title}>
                      {title}
                    </Link>
                    <span className={rows.note}>{t("{views, plural, one {# view} other {# views}}", { views })}</span>
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </section>
  );
}
