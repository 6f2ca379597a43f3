import { useState } from "react";
import type { ChartCard } from "../../../chart-seam/chart-type.ts";
import { CHART_CARDS } from "../../../chart-types/index.ts";
import { searchCards } from "../../../chart-types/search.ts";
import { Thumbnail } from "../../../web/components/Thumbnail.tsx";
import styles from "./gallery.module.css";

interface ChartGalleryProps {
  text: string;
  /** A type has all of them. */
  tags: readonly string[];
  /** Types that suit what is chosen, the best first. */
  fitting: readonly string[];
  chosen: string | undefined;
  onChoose(key: string): void;
  /** Double click or Enter on the chosen one. */
  onOpen(key: string): void;
}

const ALL = "All charts";
const FITTING = "Suggested";

/** Chart types as cards, by category; those that fit the chosen columns come first. */
export function ChartGallery({ text, tags, fitting, chosen, onChoose, onOpen }: ChartGalleryProps) {
  const [category, setCategory] = useState(ALL);
  const fits = fitting.filter((key) => CHART_CARDS.some((card) => card.key === key));
  const tagged = CHART_CARDS.filter((card) => tags.every((tag) => card.tags.includes(tag)));
  const inCategory = (name: string) => tagged.filter((card) => isIn(card, name, fits));
  const categories = [ALL, ...(fits.length > 0 ? [FITTING] : []), ...new Set(CHART_CARDS.map((type) => type.category))];
  const found = text ? searchCards(tagged, text) : byFit(inCategory(category), fits);
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
            <span>{inCategory(name).length}</span>
          </button>
        ))}
      </nav>
      <ul className={styles.cards} aria-label="Chart types">
        {found.map((type) => (
          <li key={type.key}>
            <TypeCard
              type={type}
              isFitting={fits.includes(type.key)}
              isChosen={type.key === chosen}
              onChoose={onChoose}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p role="status">{nothingWords(text, tags)}</p> : null}
    </div>
  );
}

function isIn(card: ChartCard, category: string, fits: readonly string[]): boolean {
  return category === ALL || (category === FITTING ? fits.includes(card.key) : card.category === category);
}

function byFit(cards: readonly ChartCard[], fits: readonly string[]): ChartCard[] {
  const rank = ({ key }: ChartCard) => (fits.includes(key) ? fits.indexOf(key) : fits.length);
  return [...cards].sort((a, b) => rank(a) - rank(b));
}

function nothingWords(text: string, tags: readonly string[]): string {
  const wanted = [text ? `“${text}”` : "", ...tags].filter(Boolean).join(", ");
  return wanted ? `No chart type matches ${wanted}.` : "There is no chart type here.";
}

interface TypeCardProps {
  type: ChartCard;
  isFitting: boolean;
  isChosen: boolean;
  onChoose(key: string): void;
  onOpen(key: string): void;
}

function TypeCard({ type, isFitting, isChosen, onChoose, onOpen }: TypeCardProps) {
  return (
    <button
      type="button"
      className={styles.card}
      aria-pressed={isChosen}
      onClick={() => onChoose(type.key)}
      onDoubleClick={() => onOpen(type.key)}
    >
      <Thumbnail card={type} />
      <span className={styles.cardName}>
        {type.name}
        {isFitting ? <em className={styles.fits}>fits</em> : null}
      </span>
      <span className={styles.cardText}>{type.description}</span>
    </button>
  );
}
