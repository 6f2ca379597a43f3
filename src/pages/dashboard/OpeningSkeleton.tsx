import { useEffect, useState } from "react";
import { later } from "../../web/client/clock.ts";
import styles from "./Dashboard.module.css";

const PATIENCE_MS = 150;

/** Before the layout is known; only when that takes longer than a moment. `hasBar`: a title will stand over it. */
export function OpeningSkeleton({ hasBar = false }: { hasBar?: boolean }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => later(PATIENCE_MS, () => setIsShown(true)), []);
  return (
    <div className={styles.opening} role="status" aria-label="Opening the dashboard">
      {isShown ? (
        <div aria-hidden>
          {hasBar ? (
            <div className={styles.openingBar}>
              <i />
            </div>
          ) : null}
          <div className={styles.openingTiles}>
            {["a", "b", "c", "d", "e", "f"].map((tile) => (
              <div key={tile}>
                <i />
              </div>
            ))}
          </div>
        </div>
      ) : null}
    </div>
  );
}
