import { useLayoutEffect, useState } from "react";
import { Link } from "react-router";
import { CUSTOM_TAG } from "../../api/tag/contract.ts";
import type { Tag } from "../../model/resource.ts";
import { Pill } from "../../ui/Pill.tsx";
import { useBoxSize } from "../../ui/use-box-size.ts";
import styles from "./TagPills.module.css";

const MAX_TAGS = 4;
const MAX_LETTERS = 20;
const GAP_PX = 4;
const COUNT_PX = 24;

export function TagPills({ tags = [] }: { tags?: readonly Tag[] | undefined }) {
  const [box, size] = useBoxSize();
  const [fitting, setFitting] = useState(MAX_TAGS);
  const own = tags.filter((tag) => (tag.type ?? CUSTOM_TAG) === CUSTOM_TAG);
  const names = own.map(({ name }) => name).join();
  const width = size?.width;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other names have other widths
  useLayoutEffect(() => {
    if (width === undefined) return;
    const widths = [...(box.current?.querySelectorAll("a") ?? [])].map((link) => link.offsetWidth);
    setFitting(fittingCount(width, widths, own.length));
  }, [width, names]);
  const rest = own.slice(fitting);
  return (
    <div ref={box} className={styles.pills} data-cut={rest.length > 0 || undefined}>
      {own.slice(0, MAX_TAGS).map((tag, index) => (
        <Link
          key={tag.id}
          to={`/superset/all_entities/?id=${tag.id}`}
          title={tag.name}
          data-hidden={index >= fitting || undefined}
        >
          <Pill>{tag.name.length > MAX_LETTERS ? `${tag.name.slice(0, MAX_LETTERS)}…` : tag.name}</Pill>
        </Link>
      ))}
      {rest.length > 0 ? (
        <span className={styles.rest} title={rest.map((tag) => tag.name).join(", ")}>
          +{rest.length}
        </span>
      ) : null}
    </div>
  );
}

export function fittingCount(room: number, widths: readonly number[], total: number): number {
  let used = 0;
  let count = 0;
  for (const width of widths) {
    used += width + (count > 0 ? GAP_PX : 0);
    const isLast = count + 1 === total;
    if (used + (isLast ? 0 : GAP_PX + COUNT_PX) > room) break;
    count += 1;
  }
  return Math.max(1, count);
}
