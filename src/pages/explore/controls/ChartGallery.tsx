import { useState } from "react";
import type { ChartCard } from "../../../chart-seam/chart-type.ts";
import { CHART_CARDS } from "../../../chart-types/index.ts";
import { searchCards } from "../../../chart-types/search.ts";
import { Thumbnail } from "../../../web/components/Thumbnail.tsx";
import styles from "./gallery.module.css";

interface ChartGalleryProps {
  text: string;
  tags: readonly string[];
  suggested: readonly string[];
  chosen: string | undefined;
  onChoose(key: string): void;
  onOpen(key: string): void;
}

const ALL = "All charts";
const SUGGESTED = "Suggested";

export function ChartGallery({ text, tags, suggested, chosen, onChoose, onOpen }: ChartGalleryProps) {
  const [category, setCategory] = useState(ALL);
  const suggestedKeys = suggested.filter((key) => CHART_CARDS.some((card) => card.key === key));
  const tagged = CHART_CARDS.filter((card) => tags.every((tag) => card.tags.includes(tag)));
  const inCategory = (name: string) => tagged.filter((card) => belongsTo(card, name, suggestedKeys));
  const categories = [
    ALL,
    ...(suggestedKeys.length > 0 ? [SUGGESTED] : []),
    ...new Set(CHART_CARDS.map((type) => type.category)),
  ];
  const found = text ? searchCards(tagged, text) : bySuggestion(inCategory(category), suggestedKeys);
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
              isSuggested={suggestedKeys.includes(type.key)}
              isChosen={type.key === chosen}
              onChoose={onChoose}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p role="status">{emptyText(text, tags)}</p> : null}
    </div>
  );
}

function belongsTo(card: ChartCard, category: string, suggestedKeys: readonly string[]): boolean {
  return category === ALL || (category === SUGGESTED ? suggestedKeys.includes(card.key) : card.category === category);
}

function bySuggestion(cards: readonly ChartCard[], suggestedKeys: readonly string[]): ChartCard[] {
  const rank = ({ key }: ChartCard) =>
    suggestedKeys.includes(key) ? suggestedKeys.indexOf(key) : suggestedKeys.length;
  return [...cards].sort((a, b) => rank(a) - rank(b));
}

function emptyText(text: string, tags: readonly string[]): string {
  const criteria = [text ? `“${text}”` : "", ...tags].filter(Boolean).join(", ");
  return criteria ? `No chart type matches ${criteria}.` : "No chart types in this category.";
}

interface TypeCardProps {
  type: ChartCard;
  isSuggested: boolean;
  isChosen: boolean;
  onChoose(key: string): void;
  onOpen(key: string): void;
}

function TypeCard({ type, isSuggested, isChosen, onChoose, onOpen }: TypeCardProps) {
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
        {isSuggested ? <em className={styles.fits}>suggested</em> : null}
      </span>
      <span className={styles.cardText}>{type.description}</span>
    </button>
  );
}
