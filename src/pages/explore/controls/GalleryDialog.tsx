import { useMemo, useState } from "react";
import type { ChartCard } from "../../../chart-types/chart-type.ts";
import { CHART_CARDS } from "../../../chart-types/index.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { ChartGallery } from "./ChartGallery.tsx";
import styles from "./gallery.module.css";

interface GalleryDialogProps {
  current: string | undefined;
  onChoose(key: string): void;
  onClose(): void;
}

/** Every chart type: by search, by category, with what it is good for. */
export function GalleryDialog({ current, onChoose, onClose }: GalleryDialogProps) {
  const [chosen, setChosen] = useState(current);
  const [text, setText] = useState("");
  const type = CHART_CARDS.find((one) => one.key === chosen);
  return (
    <Dialog
      open
      title="Choose a chart type"
      width={960}
      height="min(720px, 90vh)"
      onClose={onClose}
      primary={{
        label: type ? `Use ${type.name}` : "Use this type",
        disabled: !type,
        onClick: () => type && onChoose(type.key),
      }}
      footerNote={type ? <Description type={type} /> : undefined}
    >
      <div className={styles.dialog}>
        <SearchField label="Search chart types" value={text} onChange={setText} autoFocus />
        <ChartGallery text={text} chosen={chosen} onChoose={setChosen} onOpen={onChoose} />
      </div>
    </Dialog>
  );
}

function Description({ type }: { type: ChartCard }) {
  const tags = useMemo(() => type.tags.join(", "), [type]);
  return (
    <span className={styles.note} title={tags}>
      {type.description}
    </span>
  );
}
