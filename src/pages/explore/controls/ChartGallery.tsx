import { useState } from "react";
import type { ChartCard } from "../../../chart-types/chart-type.ts";
import { CHART_CARDS } from "../../../chart-types/index.ts";
import { searchCards } from "../../../chart-types/search.ts";
import { ChartIcon } from "../../../web/ChartIcon.tsx";
import styles from "./gallery.module.css";

interface ChartGalleryProps {
  text: string;
  chosen: string | undefined;
  onChoose(key: string): void;
  /** Double click or Enter on the chosen one. */
  onOpen(key: string): void;
}

const ALL = "All charts";

/** Chart types as cards, by category. */
export function ChartGallery({ text, chosen, onChoose, onOpen }: ChartGalleryProps) {
  const [category, setCategory] = useState(ALL);
  const categories = [ALL, ...new Set(CHART_CARDS.map((type) => type.category))];
  const found = searchCards(CHART_CARDS, text).filter((type) => text || category === ALL || type.category === category);
  return (
    <div className={styles.gallery}>
      <nav className={styles.categories} aria-label="Categories">
        {categories.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={!text && name === category}
            disabled={text !== ""}
            onClick={() => setCategory(name)}
          >
            {name}
            <span>
              {name === ALL ? CHART_CARDS.length : CHART_CARDS.filter((type) => type.category === name).length}
            </span>
          </button>
        ))}
      </nav>
      <ul className={styles.cards} aria-label="Chart types">
        {found.map((type) => (
          <li key={type.key}>
            <TypeCard type={type} isChosen={type.key === chosen} onChoose={onChoose} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p role="status">No chart type matches “{text}”.</p> : null}
    </div>
  );
}

interface TypeCardProps {
  type: ChartCard;
  isChosen: boolean;
  onChoose(key: string): void;
  onOpen(key: string): void;
}

function TypeCard({ type, isChosen, onChoose, onOpen }: TypeCardProps) {
  return (
    <button
      type="button"
      className={styles.card}
      aria-pressed={isChosen}
      onClick={() => onChoose(type.key)}
      onDoubleClick={() => onOpen(type.key)}
    >
      <span className={styles.plate} data-skeleton={type.skeleton}>
        <ChartIcon name={type.icon} size={28} />
      </span>
      <span className={styles.cardName}>{type.name}</span>
      <span className={styles.cardText}>{type.description}</span>
    </button>
  );
}
