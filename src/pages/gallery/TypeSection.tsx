import { Link } from "react-router";
import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { Pill } from "../../ui/Pill.tsx";
import { useCases, useDefinition } from "./examples.ts";
import { GalleryCard } from "./GalleryCard.tsx";
import styles from "./gallery.module.css";

/** A chart type with all its cases. */
export function TypeSection({ card }: { card: ChartCard }) {
  const type = useDefinition(card.key);
  const cases = useCases(card.key);
  const found = type.data;
  const error = type.error ?? cases.error;
  const id = `type-${card.key}`;
  return (
    <section className={styles.type} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>
          <Link to={`/gallery/?type=${card.key}`}>{card.name}</Link>
        </h2>
        <span className={styles.tags}>
          {card.tags.map((tag) => (
            <Pill key={tag}>{tag}</Pill>
          ))}
        </span>
        <p>{card.description}</p>
      </header>
      <ul className={styles.cases}>
        {found && cases.data?.map((example) => <GalleryCard key={example.name} type={found} example={example} />)}
      </ul>
      {error ? <p role="alert">{error.message}</p> : null}
    </section>
  );
}
