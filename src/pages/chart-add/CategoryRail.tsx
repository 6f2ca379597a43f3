import { type RefObject, useEffect, useState } from "react";
import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import styles from "./chart-add.module.css";
import type { TypeSection } from "./type-sections.ts";

interface CategoryRailProps {
  sections: readonly TypeSection[];
  /** What scrolls. */
  scroller: RefObject<HTMLElement | null>;
}

/** Jumps to a category: beside the cards, above them on narrow screens. */
export function CategoryRail({ sections, scroller }: CategoryRailProps) {
  const current = useCurrentSection(sections, scroller);
  return (
    <nav className={styles.rail} aria-label={t("Categories")}>
      {sections.map(({ key, name, cards }) => (
        <button
          key={key}
          type="button"
          aria-current={key === current ? "true" : undefined}
          onClick={() => sectionOf(scroller.current, key)?.scrollIntoView({ block: "start" })}
        >
          {name}
          <span>{number(cards.length)}</span>
        </button>
      ))}
    </nav>
  );
}

const sectionOf = (scroller: HTMLElement | null, key: string) =>
  scroller?.querySelector<HTMLElement>(`[data-section="${key}"]`);

/** A section counts as reached this far below the upper edge. */
const REACHED_PX = 120;

function useCurrentSection(sections: readonly TypeSection[], scroller: RefObject<HTMLElement | null>) {
  const [current, setCurrent] = useState(sections[0]?.key);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const update = () => {
      const isAtEnd = box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
      const edge = isAtEnd ? Number.POSITIVE_INFINITY : box.getBoundingClientRect().top + REACHED_PX;
      const reached = sections.filter(({ key }) => (sectionOf(box, key)?.getBoundingClientRect().top ?? edge) < edge);
      setCurrent((reached.at(-1) ?? sections[0])?.key);
    };
    update();
    box.addEventListener("scroll", update, { passive: true });
    return () => box.removeEventListener("scroll", update);
  }, [sections, scroller]);
  return current;
}
