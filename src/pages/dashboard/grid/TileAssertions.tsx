import { FailingNote } from "../../../features/assertions/FailingNote.tsx";
import { useView } from "../state/context.ts";
import styles from "./Tile.module.css";

export function TileAssertions({ chartId }: { chartId: number }) {
  const all = useView((view) => view.failing);
  return (
    <div className={styles.assertions} data-no-image>
      <FailingNote failing={all.filter(({ chart_ids }) => chart_ids.includes(chartId))} />
    </div>
  );
}
