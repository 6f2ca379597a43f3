import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { useThemeMode } from "../session/theme.ts";
import { ChartIcon } from "./ChartIcon.tsx";
import styles from "./Thumbnail.module.css";

const PICTURES = import.meta.glob<string>("../../chart-types/*/thumbnail-*.webp", {
  eager: true,
  query: "?url",
  import: "default",
});

export function Thumbnail({ card }: { card: ChartCard }) {
  const mode = useThemeMode();
  const picture = PICTURES[`../../chart-types/${card.folder}/thumbnail-${mode}.webp`];
  return (
    <span className={styles.plate} aria-hidden="true">
      {picture ? (
        <img src={picture} alt="" width={320} height={200} loading="lazy" decoding="async" draggable={false} />
      ) : (
        <ChartIcon name={card.icon} size={28} />
      )}
    </span>
  );
}
