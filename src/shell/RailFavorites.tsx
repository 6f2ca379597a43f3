import { Link } from "react-router";
import { KIND_ICONS } from "../web/navigation/places.ts";
import { useFavorites } from "../web/session/favorites.ts";
import styles from "./Rail.module.css";

const SHOWN = 8;

/** The user's favorites in the wide rail. Absent while there are none. */
export function RailFavorites() {
  const { data = [] } = useFavorites();
  if (data.length === 0) return null;
  return (
    <div>
      <h2 className={styles.group}>Favorites</h2>
      <ul>
        {data.slice(0, SHOWN).map((entry) => {
          const Icon = KIND_ICONS[entry.kind];
          return (
            <li key={entry.kind + entry.id}>
              <Link to={entry.url} className={styles.favorite} title={entry.title}>
                <Icon size={14} />
                <span>{entry.title}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
