import { Skeleton } from "../../ui/Skeleton.tsx";
import rows from "./Favorites.module.css";

export function SkeletonRows() {
  return (
    <ul className={rows.list}>
      {["a", "b", "c"].map((key) => (
        <li key={key} className={rows.row}>
          <Skeleton width="60%" />
        </li>
      ))}
    </ul>
  );
}
