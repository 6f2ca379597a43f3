import { useEffect, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { later } from "../../web/client/clock.ts";
import styles from "./Dashboard.module.css";

const SKELETON_DELAY_MS = 150;

export function OpeningSkeleton({ hasBar = false }: { hasBar?: boolean }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => later(SKELETON_DELAY_MS, () => setIsShown(true)), []);
  return (
    <div className={styles.opening} role="status" aria-label={t("Opening the dashboard")}>
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
