import type { FailingAssertion } from "../../../api/assertion/contract.ts";
import { FailingNote } from "../../../features/assertions/FailingNote.tsx";
import { useView } from "../state/context.ts";
import styles from "./Tile.module.css";

/** On more tiles than this, a line of text says the same again and again. */
const MAX_LINES = 3;

interface TileAssertionsProps {
  chartId: number;
  isFigure: boolean;
  place: "header" | "line";
}

/** A line where it is about few tiles, or else an icon in the header. Figures have no room for a line. */
export function TileAssertions({ chartId, isFigure, place }: TileAssertionsProps) {
  const all = useView((view) => view.failing);
  const failing = all.filter(({ chart_ids }) => chart_ids.includes(chartId));
  const own = isFigure ? [] : failing.filter(isSpecific);
  if (place !== (own.length > 0 ? "line" : "header")) return null;
  const others = failing.filter((one) => !own.includes(one));
  return (
    <div className={styles.assertions} data-tone={place === "header" ? "error" : undefined} data-no-image>
      <FailingNote failing={[...own, ...others]} isIcon={place === "header"} />
    </div>
  );
}

const isSpecific = ({ chart_ids }: FailingAssertion) => chart_ids.length <= MAX_LINES;
