import { Link } from "react-router";
import { t } from "../../i18n/translate.ts";
import { initialsOf } from "../../ui/Avatar.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { toApiError } from "../../web/client/errors.ts";
import { ChartPicture } from "../../web/components/ChartPicture.tsx";
import { pictureAddress } from "../../web/components/picture.ts";
import { Star } from "../../web/components/Star.tsx";
import { type FavoriteEntry, useFavorites } from "../../web/session/favorites.ts";
import rows from "./Favorites.module.css";
import styles from "./HomePage.module.css";

const SHOWN = 5;

export function Favorites() {
  const { data, error, isPending, refetch } = useFavorites();
  const all = data ?? [];
  if (isPending || (!error && all.length === 0)) return null;
  return (
    <section className={styles.section} aria-labelledby="home-favorites">
      <div className={styles.head}>
        <h2 id="home-favorites">{t("Favorites")}</h2>
        {all.length > SHOWN ? (
          <Link className={styles.more} to="/dashboard/list/?filters=(favorite:(label:Yes,value:!t))">
            {t("View all ({count, number})", { count: all.length })}
          </Link>
        ) : null}
      </div>
      <div className={styles.panel}>
        {error ? (
          <ErrorState
            compact
            title={t("Failed to load favorites")}
            text={toApiError(error).message}
            onRetry={refetch}
          />
        ) : (
          <ul className={rows.list}>
            {all.slice(0, SHOWN).map((entry) => (
              <Row key={entry.kind + entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Row({ entry }: { entry: FavoriteEntry }) {
  const kind = entry.kind === "dashboard" ? t("Dashboard") : t("Chart");
  const owners = entry.owners.slice(0, 3).map(initialsOf).join(", ");
  return (
    <li className={rows.row}>
      <ChartPicture
        small
        kind={entry.kind}
        vizType={entry.vizType}
        seed={entry.id}
        src={pictureAddress(entry.kind, entry.url)}
      />
      <span className={rows.text}>
        <Link to={entry.url} className={rows.title} dir="auto" title={entry.title}>
          {entry.title}
        </Link>
        <span className={rows.note}>{owners === "" ? kind : `${kind} · ${owners}`}</span>
      </span>
      <Star kind={entry.kind} id={entry.id} name={entry.title} value />
    </li>
  );
}
