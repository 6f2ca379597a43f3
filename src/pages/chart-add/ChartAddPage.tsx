import { Button } from "antd";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { CHART_CARDS, chartCard } from "../../chart-types/index.ts";
import { searchCards } from "../../chart-types/search.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import { SearchField } from "../../ui/SearchField.tsx";
import { useDatasetChoices } from "../../web/client/use-dataset-choices.ts";
import { PageHeader } from "../../web/components/PageHeader.tsx";
import { exploreAddress, parseChoice } from "./address.ts";
import { CategoryRail } from "./CategoryRail.tsx";
import styles from "./chart-add.module.css";
import { DatasetStep } from "./DatasetStep.tsx";
import { TypeCards } from "./TypeCards.tsx";
import { typeSections } from "./type-sections.ts";

export function ChartAddPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const fromUrl = parseChoice(params);
  const [dataset, setDataset] = useState<number | undefined>(fromUrl.datasetId);
  const [type, setType] = useState<string>();
  const [text, setText] = useState("");
  const found = useDatasetChoices(dataset);
  const sections = useMemo(() => typeSections(text), [text]);
  const step = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  /** Without a dataset it only chooses the type, and the dataset is asked for. */
  const open = (key: string | undefined) => {
    setType(key);
    if (key === undefined) return;
    if (dataset === undefined) step.current?.querySelector("input")?.focus();
    else void navigate(exploreAddress({ datasetId: dataset, vizType: key, dashboardId: fromUrl.dashboardId }));
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    const best = text ? searchCards(CHART_CARDS, text)[0]?.key : type;
    if (best === type) open(best);
    else setType(best);
  };
  const missing =
    dataset === undefined ? t("Choose a dataset first") : type === undefined ? t("Choose a chart type") : undefined;
  return (
    <div className={styles.page}>
      <PageHeader
        title={t("Create a new chart")}
        actions={
          <Button type="primary" disabled={missing !== undefined} title={missing} onClick={() => open(type)}>
            {t("Create new chart")}
          </Button>
        }
      />
      <div className={styles.steps}>
        <section className={styles.step} aria-labelledby="step-dataset" ref={step}>
          <h2 id="step-dataset">{t("Choose a dataset")}</h2>
          <DatasetStep value={dataset} found={found} onChange={setDataset} onOpen={({ vizType }) => open(vizType)} />
        </section>
        <div className={styles.step}>
          <h2 id="step-type">{t("Choose a chart type")}</h2>
          <SearchField
            label={t("Search chart types")}
            value={text}
            onChange={setText}
            onKeyDown={handleKey}
            className={styles.search}
          />
          <ChosenType type={type} />
        </div>
      </div>
      <section className={styles.types} aria-labelledby="step-type">
        <CategoryRail sections={sections} scroller={scroller} />
        <div className={styles.scroller} ref={scroller}>
          <TypeCards
            sections={sections}
            text={text}
            dataset={dataset === undefined ? undefined : found.dataset}
            chosen={type}
            onChoose={setType}
            onOpen={open}
          />
        </div>
      </section>
    </div>
  );
}

function ChosenType({ type }: { type: string | undefined }) {
  const card = type === undefined ? undefined : chartCard(type);
  return (
    <p className={styles.chosen} role="status">
      {card
        ? rich("<b>{type}</b>: {description}", {
            b: (name) => <b>{name}</b>,
            type: t(card.name),
            description: t(card.description),
          })
        : null}
    </p>
  );
}
