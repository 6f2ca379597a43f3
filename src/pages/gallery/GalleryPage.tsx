import { useQueryClient } from "@tanstack/react-query";
import { ArrowUpRight } from "lucide-react";
import { useMemo } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { createFormData } from "../../api/explore/contract.ts";
import {
  CATEGORY_NAMES,
  type ChartCard,
  type ChartCategory,
  type ChartType,
  type GalleryCase,
} from "../../chart-seam/chart-type.ts";
import { CHART_CARDS } from "../../chart-types/index.ts";
import { searchCards } from "../../chart-types/search.ts";
import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { Pill } from "../../ui/Pill.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { call } from "../../web/client/client.ts";
import { PageHeader } from "../../web/components/PageHeader.tsx";
import { type Appearance, useAppearance, useThemeMode } from "../../web/session/theme.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { CaseChart, formOf } from "./CaseChart.tsx";
import { controlsOf } from "./case-controls.ts";
import { exampleQuery, useCases, useDefinition } from "./examples.ts";
import styles from "./gallery.module.css";

const ALL = "";

export function GalleryPage() {
  const [params, setParams] = useSearchParams();
  const text = params.get("q") ?? "";
  const category = params.get("category") ?? ALL;
  const only = params.get("type");
  const categories: readonly (typeof ALL | ChartCategory)[] = [
    ALL,
    ...new Set(CHART_CARDS.map((card) => card.category)),
  ];
  const choose = (name: string, value: string) =>
    setParams(value === "" ? {} : { [name]: value }, { replace: name === "q" });
  const found = searchCards(CHART_CARDS, text).filter((card) =>
    only ? card.key === only : text !== "" || category === ALL || card.category === category,
  );
  const count = (name: string) =>
    name === ALL ? CHART_CARDS.length : CHART_CARDS.filter((card) => card.category === name).length;
  return (
    <div className={styles.page}>
      <PageHeader title={t("Chart gallery")} actions={<ModeSwitch />} />
      <div className={styles.body}>
        <nav className={styles.side} aria-label={t("Chart types")}>
          <SearchField label={t("Search chart types")} value={text} onChange={(next) => choose("q", next)} />
          <div className={styles.categories}>
            {categories.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={!text && !only && name === category}
                onClick={() => choose("category", name)}
              >
                {name === ALL ? t("All charts") : t(CATEGORY_NAMES[name])}
                <span>{number(count(name))}</span>
              </button>
            ))}
          </div>
        </nav>
        <div className={styles.types}>
          {found.map((card) => (
            <TypeSection key={card.key} card={card} />
          ))}
          {found.length === 0 ? (
            <p role="status">{t("No chart type matches “{text}”.", { text: text || (only ?? "") })}</p>
          ) : null}
        </div>
      </div>
    </div>
  );
}

function ModeSwitch() {
  const [, setAppearance] = useAppearance();
  return (
    <Segmented<Appearance>
      label={t("Appearance")}
      value={useThemeMode()}
      options={[
        { value: "light", label: t("Light") },
        { value: "dark", label: t("Dark") },
      ]}
      onChange={setAppearance}
    />
  );
}

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
          <Link to={`/gallery/?type=${card.key}`}>{t(card.name)}</Link>
        </h2>
        <span className={styles.tags}>
          {card.tags.map((tag) => (
            <Pill key={tag}>{t(tag)}</Pill>
          ))}
        </span>
        <p>{t(card.description)}</p>
      </header>
      <ul className={styles.cases}>
        {found && cases.data?.map((example) => <GalleryCard key={example.name} type={found} example={example} />)}
      </ul>
      {error ? <p role="alert">{error.message}</p> : null}
    </section>
  );
}

function GalleryCard({ type, example }: { type: ChartType; example: GalleryCase }) {
  const controls = useMemo(() => controlsOf(type, example), [type, example]);
  const open = useOpenInExplore(type, example);
  return (
    <li className={styles.case}>
      <header>
        <h3>{example.name}</h3>
        <button
          type="button"
          className={styles.open}
          aria-label={t("Open in Explore: {example}", { example: example.name })}
          onClick={open}
        >
          {t("Open in Explore")}
          <ArrowUpRight size={14} strokeWidth={1.75} aria-hidden />
        </button>
      </header>
      <div className={styles.stage}>
        <CaseChart type={type} example={example} />
      </div>
      <details className={styles.controls}>
        <summary>
          {t("Built on {dataset} with {count, plural, one {# control} other {# controls}}", {
            dataset: example.dataset,
            count: controls.length,
          })}
        </summary>
        <dl>
          {controls.map(({ name, label, text }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}

function useOpenInExplore(type: ChartType, example: GalleryCase) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      const dataset = await queries.fetchQuery(exampleQuery(example.dataset));
      if (!dataset) {
        toast.warning(t("The example data “{dataset}” isn't loaded.", { dataset: example.dataset }));
        return;
      }
      const form_data = JSON.stringify(formOf(type, example, dataset));
      const body = { datasource_id: dataset.id, datasource_type: "table" as const, form_data };
      const { key } = await call(createFormData, { body });
      navigate(`/explore/?form_data_key=${encodeURIComponent(key)}`);
    } catch (error) {
      toast.error(error);
    }
  };
}
