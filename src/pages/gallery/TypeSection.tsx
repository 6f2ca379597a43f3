import { Link } from "react-router";
import type { ChartCard } from "../../chart-types/chart-type.ts";
import { Pill } from "../../ui/Pill.tsx";
import { CaseChart } from "./CaseChart.tsx";
import { useDefinition } from "./examples.ts";
import styles from "./gallery.module.css";

/** A chart type with all its cases. */
export function TypeSection({ card }: { card: ChartCard }) {
  const type = useDefinition(card.key);
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
        {(type.data?.gallery ?? []).map((example) => (
          <li key={example.name} className={styles.case}>
            <h3>{example.name}</h3>
            {type.data ? <CaseChart type={type.data} example={example} /> : null}
          </li>
        ))}
      </ul>
      {type.error ? <p role="alert">{type.error.message}</p> : null}
    </section>
  );
}
