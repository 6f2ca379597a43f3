import { Button } from "antd";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { storedColors } from "../../../chart-kit/colors/label-colors.ts";
import { t } from "../../../i18n/translate.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { useExplore, useWorkbench } from "../workbench/store-context.ts";
import { ColorControl } from "./ColorControl.tsx";
import styles from "./label-colors.module.css";

const SEARCHED = 12;
/** Listed at once; a search finds the others. */
const MOST = 100;

type Colors = Readonly<Record<string, string>>;

/** The chart's own colors of its series, stored as `label_colors`. */
export function LabelColorsControl() {
  const { store, colors } = useWorkbench();
  const sliceId = useExplore((state) => state.formData.slice_id) ?? 0;
  const own: Colors = useExplore((state) => state.formData.label_colors) ?? NONE;
  const [search, setSearch] = useState("");
  const chosen = storedColors(own);
  const drawn = new Map([...chosen, ...colors.shownIn(sliceId)]);
  const words = search.trim().toLocaleLowerCase();
  const found = [...drawn].filter(([label]) => label.toLocaleLowerCase().includes(words));
  const change = (next: Colors, label: string) =>
    store.getState().setMany({ label_colors: Object.keys(next).length > 0 ? next : undefined }, label);
  if (drawn.size === 0) {
    return <p className={styles.note}>{t("This chart shows nothing that has a color of its own.")}</p>;
  }
  return (
    <div className={styles.colors}>
      {drawn.size > SEARCHED ? <SearchField label={t("Search labels")} value={search} onChange={setSearch} /> : null}
      <ul className={styles.list} aria-label={t("Colors by label")}>
        {found.slice(0, MOST).map(([label, color]) => (
          <li key={label}>
            <ColorControl
              label={label}
              value={chosen.get(label) ?? color}
              onChange={(next) => change({ ...own, [label]: String(next) }, t("Color for “{label}”", { label }))}
            />
            <span className={styles.name} title={label}>
              <bdi>{label}</bdi>
            </span>
            {Object.hasOwn(own, label) ? (
              <IconButton
                size={24}
                icon={<RotateCcw size={14} aria-hidden />}
                label={t("Reset the color of “{label}”", { label })}
                onClick={() => change(without(own, label), t("Color for “{label}”", { label }))}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {found.length > MOST ? (
        <p className={styles.note}>{t("+ {count, number} more", { count: found.length - MOST })}</p>
      ) : null}
      {Object.keys(own).length > 0 ? (
        <Button size="small" onClick={() => change({}, t("Colors by label"))}>
          {t("Reset all colors")}
        </Button>
      ) : null}
    </div>
  );
}

const NONE: Colors = {};

const without = (colors: Colors, label: string): Colors =>
  Object.fromEntries(Object.entries(colors).filter(([name]) => name !== label));
