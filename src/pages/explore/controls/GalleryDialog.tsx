import { Select } from "antd";
import { type KeyboardEvent, useMemo, useState } from "react";
import type { ChartCard } from "../../../chart-seam/chart-type.ts";
import { CHART_CARDS } from "../../../chart-types/index.ts";
import { list } from "../../../i18n/intl.ts";
import type { Message } from "../../../i18n/message.ts";
import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { recommendedTypes, shapeOf, shapeOfDataset } from "../state/recommended-types.ts";
import { useControlState } from "../workbench/store-context.ts";
import { ChartGallery, foundCards } from "./ChartGallery.tsx";
import styles from "./gallery.module.css";

const TAGS = [...new Set(CHART_CARDS.flatMap((card) => card.tags))].sort();

interface GalleryDialogProps {
  current: string | undefined;
  onChoose(key: string): void;
  onClose(): void;
}

export function GalleryDialog({ current, onChoose, onClose }: GalleryDialogProps) {
  const [picked, setPicked] = useState<string>();
  const [text, setText] = useState("");
  const [tags, setTags] = useState<Message[]>([]);
  const { formData, dataset } = useControlState();
  const suggested = useMemo(() => {
    const shape = shapeOf(formData, dataset);
    const isEmpty = shape.metrics === 0 && shape.dimensions.length === 0;
    return recommendedTypes(isEmpty && dataset ? shapeOfDataset(dataset) : shape);
  }, [formData, dataset]);
  const type = chosenCard({ picked, current, text, tags });
  const search = (next: string) => {
    setText(next);
    setPicked(undefined);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || !type) return;
    event.preventDefault();
    onChoose(type.key);
  };
  return (
    <Dialog
      open
      title={t("Choose a chart type")}
      width={960}
      height="min(720px, 90vh)"
      onClose={onClose}
      primary={{
        label: type ? t("Use {type}", { type: t(type.name) }) : t("Use this type"),
        disabled: !type,
        onClick: () => type && onChoose(type.key),
      }}
      footerNote={type ? <Description type={type} /> : undefined}
    >
      <div className={styles.dialog}>
        <div className={styles.finders}>
          <SearchField label={t("Search chart types")} value={text} onChange={search} onKeyDown={handleKey} autoFocus />
          <Select
            aria-label={t("Tags")}
            mode="multiple"
            className={styles.tags}
            placeholder={t("Any tag")}
            value={tags}
            onChange={setTags}
            maxTagCount="responsive"
            options={TAGS.map((tag) => ({ value: tag, label: t(tag) }))}
          />
        </div>
        <ChartGallery
          text={text}
          tags={tags}
          suggested={suggested}
          chosen={type?.key}
          onChoose={setPicked}
          onOpen={onChoose}
        />
      </div>
    </Dialog>
  );
}

interface Choice {
  picked: string | undefined;
  current: string | undefined;
  text: string;
  tags: readonly Message[];
}

function chosenCard({ picked, current, text, tags }: Choice): ChartCard | undefined {
  if (text && picked === undefined) return foundCards(text, tags)[0];
  return CHART_CARDS.find((one) => one.key === (picked ?? current));
}

function Description({ type }: { type: ChartCard }) {
  const tags = useMemo(
    () =>
      list(
        type.tags.map((tag) => t(tag)),
        "commas",
      ),
    [type],
  );
  return (
    <span className={styles.note} title={tags}>
      {t(type.description)}
    </span>
  );
}
