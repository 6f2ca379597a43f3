import { useState } from "react";
import { CATEGORY_NAMES, type ChartCard, type ChartCategory } from "../../../chart-seam/chart-type.ts";
import { CHART_CARDS } from "../../../chart-types/index.ts";
import { searchCards } from "../../../chart-types/search.ts";
import { list, number } from "../../../i18n/intl.ts";
import type { Message } from "../../../i18n/message.ts";
import { t } from "../../../i18n/translate.ts";
import { Thumbnail } from "../../../web/components/Thumbnail.tsx";
import styles from "./gallery.module.css";

interface ChartGalleryProps {
  text: string;
  tags: readonly Message[];
  suggested: readonly string[];
  chosen: string | undefined;
  onChoose(key: string): void;
  onOpen(key: string): void;
}

const ALL = "all";
const SUGGESTED = "suggested";
type Category = ChartCategory | typeof ALL | typeof SUGGESTED;

export function ChartGallery({ text, tags, suggested, chosen, onChoose, onOpen }: ChartGalleryProps) {
  const [category, setCategory] = useState<Category>(ALL);
  const suggestedKeys = suggested.filter((key) => CHART_CARDS.some((card) => card.key === key));
  const tagged = taggedCards(tags);
  const inCategory = (name: Category) => tagged.filter((card) => belongsTo(card, name, suggestedKeys));
  const categories: readonly Category[] = [
    ALL,
    ...(suggestedKeys.length > 0 ? ([SUGGESTED] as const) : []),
    ...new Set(CHART_CARDS.map((type) => type.category)),
  ];
  const found = text ? foundCards(text, tags) : bySuggestion(inCategory(category), suggestedKeys);
  return (
    <div className={styles.gallery}>
      <nav className={styles.categories} aria-label={t("Categories")}>
        {categories.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={!text && name === category}
            disabled={text !== ""}
            onClick={() => setCategory(name)}
          >
            {categoryName(name)}
            <span>{number(inCategory(name).length)}</span>
          </button>
        ))}
      </nav>
      <ul className={styles.cards} aria-label={t("Chart types")}>
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

function taggedCards(tags: readonly Message[]): ChartCard[] {
  return CHART_CARDS.filter((card) => tags.every((tag) => card.tags.some((one) => one === tag)));
}

export function foundCards(text: string, tags: readonly Message[]): ChartCard[] {
  return searchCards(taggedCards(tags), text);
}

function categoryName(category: Category): string {
  if (category === ALL) return t("All charts");
  return category === SUGGESTED ? t("Suggested") : t(CATEGORY_NAMES[category]);
}

function belongsTo(card: ChartCard, category: Category, suggestedKeys: readonly string[]): boolean {
  return category === ALL || (category === SUGGESTED ? suggestedKeys.includes(card.key) : card.category === category);
}

function bySuggestion(cards: readonly ChartCard[], suggestedKeys: readonly string[]): ChartCard[] {
  const rank = ({ key }: ChartCard) =>
    suggestedKeys.includes(key) ? suggestedKeys.indexOf(key) : suggestedKeys.length;
  return [...cards].sort((a, b) => rank(a) - rank(b));
}

function emptyText(text: string, tags: readonly Message[]): string {
  const criteria = [...(text ? [t("“{text}”", { text })] : []), ...tags.map((tag) => t(tag))];
  if (criteria.length === 0) return t("No chart types in this category.");
  return t("No chart type matches {criteria}.", { criteria: list(criteria, "commas") });
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
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        onOpen(type.key);
      }}
    >
      <Thumbnail card={type} />
      <span className={styles.cardName}>
        {t(type.name)}
        {isSuggested ? <em className={styles.fits}>{t("suggested")}</em> : null}
      </span>
      <span className={styles.cardText}>{t(type.description)}</span>
    </button>
  );
}
