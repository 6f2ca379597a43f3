import type { KeyboardEvent } from "react";
import { CATEGORY_NAMES } from "../../chart-seam/chart-type.ts";
import { CHART_CARDS } from "../../chart-types/index.ts";
import { searchCards } from "../../chart-types/search.ts";
import { t } from "../../i18n/translate.ts";
import { Thumbnail } from "../../web/components/Thumbnail.tsx";
import styles from "./chart-add.module.css";

interface TypeCardsProps {
  text: string;
  chosen: string | undefined;
  onChoose(key: string): void;
  onOpen(key: string): void;
}

export function TypeCards({ text, chosen, onChoose, onOpen }: TypeCardsProps) {
  const found = searchCards(CHART_CARDS, text);
  const categories = [...new Set(found.map((type) => type.category))];
  const handleKey = (event: KeyboardEvent, key: string) => {
    if (event.key !== "Enter" || key !== chosen) return;
    event.preventDefault();
    onOpen(key);
  };
  if (found.length === 0) {
    return (
      <p className={styles.nothing} role="status">
        {t("No chart type matches “{text}”.", { text })}
      </p>
    );
  }
  return categories.map((category) => (
    <div key={category} className={styles.category}>
      <h3>{t(CATEGORY_NAMES[category])}</h3>
      <ul className={styles.cards}>
        {found
          .filter((type) => type.category === category)
          .map((type) => (
            <li key={type.key}>
              <button
                type="button"
                className={styles.card}
                aria-pressed={type.key === chosen}
                onClick={() => onChoose(type.key)}
                onDoubleClick={() => onOpen(type.key)}
                onKeyDown={(event) => handleKey(event, type.key)}
              >
                <Thumbnail card={type} />
                <b>{t(type.name)}</b>
                <span className={styles.about}>{t(type.description)}</span>
              </button>
            </li>
          ))}
      </ul>
    </div>
  ));
}
