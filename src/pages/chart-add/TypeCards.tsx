import type { KeyboardEvent } from "react";
import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import { Thumbnail } from "../../web/components/Thumbnail.tsx";
import { moveFocus } from "./card-keys.ts";
import styles from "./chart-add.module.css";
import { fitOf } from "./fitting.ts";
import type { TypeSection } from "./type-sections.ts";

interface TypeCardsProps {
  sections: readonly TypeSection[];
  text: string;
  dataset: Pick<Dataset, "columns"> | undefined;
  chosen: string | undefined;
  onChoose(key: string): void;
  onOpen(key: string): void;
}

/** A click chooses a type; a double click or Enter opens it. Arrow keys move between the cards. */
export function TypeCards({ sections, text, dataset, chosen, onChoose, onOpen }: TypeCardsProps) {
  if (sections.length === 0) {
    return (
      <p className={styles.nothing} role="status">
        {t("No chart type matches “{text}”.", { text })}
      </p>
    );
  }
  const handleKey = (event: KeyboardEvent, key: string) => {
    if (event.key !== "Enter") return moveFocus(event);
    event.preventDefault();
    onOpen(key);
  };
  return sections.map(({ key: section, name, cards }) => (
    <section key={section} className={styles.category} aria-labelledby={section} data-section={section}>
      <h3 id={section}>{name}</h3>
      <ul className={styles.cards}>
        {cards.map((card) => (
          <li key={card.key}>
            <button
              type="button"
              className={styles.card}
              title={t(card.description)}
              aria-pressed={card.key === chosen}
              onClick={() => onChoose(card.key)}
              onDoubleClick={() => onOpen(card.key)}
              onKeyDown={(event) => handleKey(event, card.key)}
            >
              <Thumbnail card={card} />
              <b>{t(card.name)}</b>
              {dataset ? <FitMark card={card} dataset={dataset} /> : null}
            </button>
          </li>
        ))}
      </ul>
    </section>
  ));
}

function FitMark({ card, dataset }: { card: ChartCard; dataset: Pick<Dataset, "columns"> }) {
  const fit = fitOf(card, dataset);
  if (!fit) return null;
  return (
    <small className={styles.fit} data-fits={fit.isFitting}>
      {fit.text}
    </small>
  );
}
