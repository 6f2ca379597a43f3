import { Link, useSearchParams } from "react-router";
import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { CHART_CARDS } from "../../chart-types/index.ts";
import { searchCards } from "../../chart-types/search.ts";
import { Pill } from "../../ui/Pill.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { PageHeader } from "../../web/components/PageHeader.tsx";
import { type Appearance, useAppearance, useThemeMode } from "../../web/session/theme.ts";
import { useCases, useDefinition } from "./examples.ts";
import { GalleryCard } from "./GalleryCard.tsx";
import styles from "./gallery.module.css";

const ALL = "All charts";

/** Every chart type, drawn on the example data. */
export function GalleryPage() {
  const [params, setParams] = useSearchParams();
  const text = params.get("q") ?? "";
  const category = params.get("category") ?? ALL;
  const only = params.get("type");
  const categories = [ALL, ...new Set(CHART_CARDS.map((card) => card.category))];
  const choose = (name: string, value: string) =>
    setParams(value === "" || value === ALL ? {} : { [name]: value }, { replace: name === "q" });
  const found = searchCards(CHART_CARDS, text).filter((card) =>
    only ? card.key === only : text !== "" || category === ALL || card.category === category,
  );
  const count = (name: string) =>
    name === ALL ? CHART_CARDS.length : CHART_CARDS.filter((card) => card.category === name).length;
  return (
    <div className={styles.page}>
      <PageHeader title="Chart gallery" actions={<ModeSwitch />} />
      <div className={styles.body}>
        <nav className={styles.side} aria-label="Chart types">
          <SearchField label="Search chart types" value={text} onChange={(next) => choose("q", next)} />
          <div className={styles.categories}>
            {categories.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={!text && !only && name === category}
                onClick={() => choose("category", name)}
              >
                {name}
                <span>{count(name)}</span>
              </button>
            ))}
          </div>
        </nav>
        <div className={styles.types}>
          {found.map((card) => (
            <TypeSection key={card.key} card={card} />
          ))}
          {found.length === 0 ? <p role="status">No chart type matches “{text || only}”.</p> : null}
        </div>
      </div>
    </div>
  );
}

function ModeSwitch() {
  const [, setAppearance] = useAppearance();
  return (
    <Segmented<Appearance>
      label="Appearance"
      value={useThemeMode()}
      options={[
        { value: "light", label: "Light" },
        { value: "dark", label: "Dark" },
      ]}
      onChange={setAppearance}
    />
  );
}

/** A chart type with all its cases. */
function TypeSection({ card }: { card: ChartCard }) {
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
