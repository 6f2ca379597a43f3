import type { ECharts } from "echarts/core";
import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import { t } from "../../i18n/translate.ts";
import styles from "./LegendList.module.css";
import { colorsByName, namesIn, type Option } from "./legend-names.ts";

interface Props {
  chart: ECharts;
  option: Option;
  onClose(): void;
}

const SEARCHED = 12;
/** Listed at once; a search finds the others. */
const MOST = 500;

/** All names of a legend, also those that it has no room for. */
export function LegendList({ chart, option, onClose }: Props) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [search, setSearch] = useState("");
  const surface = useRef<HTMLDivElement>(null);
  useClosing(surface, onClose);
  const names = useMemo(() => namesIn(option), [option]);
  const colors = useMemo(() => colorsByName(option), [option]);
  const selected = selectedIn(chart);
  const isShown = (name: string) => selected[name] !== false;
  const found = names.filter((name) => name.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()));
  const change = (type: string, name?: string) => {
    chart.dispatchAction(name === undefined ? { type } : { type, name });
    redraw();
  };
  return (
    <div ref={surface} className={styles.surface} role="dialog" aria-label={t("Legend")} tabIndex={-1}>
      <div className={styles.head}>
        {names.length > SEARCHED ? (
          <input
            type="search"
            value={search}
            placeholder={t("Search")}
            aria-label={t("Search")}
            onChange={(event) => setSearch(event.target.value)}
          />
        ) : null}
        <button type="button" onClick={() => change("legendAllSelect")}>
          {t("All")}
        </button>
        <button type="button" onClick={() => change("legendInverseSelect")}>
          {t("Invert")}
        </button>
      </div>
      <ul className={styles.names}>
        {found.slice(0, MOST).map((name) => (
          <li key={name}>
            <label title={name}>
              <input type="checkbox" checked={isShown(name)} onChange={() => change("legendToggleSelect", name)} />
              <i style={{ background: colors.get(name) }} aria-hidden />
              <bdi>{name}</bdi>
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}

function useClosing(surface: { readonly current: HTMLElement | null }, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const before = document.activeElement;
    surface.current?.querySelector<HTMLElement>("input, button")?.focus({ preventScroll: true });
    const isOutside = (target: EventTarget | null) => !(target instanceof Node && surface.current?.contains(target));
    const handlePointer = ({ target }: Event) => {
      if (isOutside(target)) close.current();
    };
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || isOutside(event.target)) return;
      event.stopPropagation();
      close.current();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
    document.addEventListener("pointerdown", handlePointer, true);
    document.addEventListener("focusin", handlePointer, true);
    document.addEventListener("keydown", handleKey, true);
    return () => {
      document.removeEventListener("pointerdown", handlePointer, true);
      document.removeEventListener("focusin", handlePointer, true);
      document.removeEventListener("keydown", handleKey, true);
    };
  }, [surface]);
}

function selectedIn(chart: ECharts): Readonly<Record<string, boolean>> {
  const [legend] = (chart.getOption().legend ?? []) as { selected?: Record<string, boolean> }[];
  return legend?.selected ?? {};
}
