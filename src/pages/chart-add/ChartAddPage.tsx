import { Button, Select } from "antd";
import { type KeyboardEvent, useId, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { CHART_CARDS } from "../../chart-types/index.ts";
import { searchCards } from "../../chart-types/search.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import { SearchField } from "../../ui/SearchField.tsx";
import { useDatasetChoices } from "../../web/client/use-dataset-choices.ts";
import { PageHeader } from "../../web/components/PageHeader.tsx";
import { can } from "../../web/session/session.ts";
import { exploreAddress, parseChoice } from "./address.ts";
import styles from "./chart-add.module.css";
import { TypeCards } from "./TypeCards.tsx";

export function ChartAddPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const fromUrl = parseChoice(params);
  const [dataset, setDataset] = useState<number | undefined>(fromUrl.datasetId);
  const [type, setType] = useState<string>();
  const [text, setText] = useState("");
  const create = (key: string | undefined) => {
    if (dataset === undefined || key === undefined) return;
    void navigate(exploreAddress({ datasetId: dataset, vizType: key, dashboardId: fromUrl.dashboardId }));
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    const best = text ? searchCards(CHART_CARDS, text)[0]?.key : type;
    if (best === type) create(best);
    else setType(best);
  };
  const missing =
    dataset === undefined ? t("Choose a dataset first") : type === undefined ? t("Choose a chart type") : undefined;
  return (
    <div className={styles.page}>
      <PageHeader
        title={t("Create a new chart")}
        actions={
          <Button type="primary" disabled={missing !== undefined} title={missing} onClick={() => create(type)}>
            {t("Create new chart")}
          </Button>
        }
      />
      <div className={styles.body}>
        <section className={styles.step} aria-labelledby="step-dataset">
          <h2 id="step-dataset">{t("Choose a dataset")}</h2>
          <DatasetSelect value={dataset} onChange={setDataset} />
        </section>
        <section className={styles.step} aria-labelledby="step-type">
          <h2 id="step-type">{t("Choose a chart type")}</h2>
          <SearchField
            label={t("Search chart types")}
            value={text}
            onChange={setText}
            onKeyDown={handleKey}
            className={styles.search}
          />
          <TypeCards text={text} chosen={type} onChoose={setType} onOpen={create} />
        </section>
      </div>
    </div>
  );
}

const NONE = t("No datasets");

function NoDatasets() {
  if (!can("can_write", "Dataset"))
    return <p className={styles.none}>{t("You don't have access to any dataset. Ask an administrator for access.")}</p>;
  return (
    <p className={styles.none}>
      {rich("Charts are built on datasets, and there are none yet. <link>Create a dataset</link>", {
        link: (text) => <Link to="/tablemodelview/list/?new=dataset">{text}</Link>,
      })}
    </p>
  );
}

interface DatasetSelectProps {
  value: number | undefined;
  onChange(id: number): void;
}

function DatasetSelect({ value, onChange }: DatasetSelectProps) {
  const id = useId();
  const { choices, isFetching, error, search } = useDatasetChoices(value);
  const hasNone = !error && !isFetching && choices.length === 0 && search.showSearch.searchValue.trim() === "";
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {t("Dataset")}
      </label>
      <Select
        id={id}
        className={styles.dataset}
        autoFocus
        loading={isFetching}
        placeholder={t("Search datasets")}
        {...search}
        value={value}
        notFoundContent={
          error
            ? t("Failed to load datasets")
            : isFetching
              ? t("Searching…")
              : hasNone
                ? NONE
                : t("No matching datasets")
        }
        options={choices.map(({ value: key, label, database }) => ({
          value: key,
          label: (
            <span className={styles.option}>
              {label}
              <span>{database}</span>
            </span>
          ),
        }))}
        onChange={onChange}
      />
      {hasNone ? <NoDatasets /> : null}
    </>
  );
}
