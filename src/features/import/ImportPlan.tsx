import type { ImportItem, ImportResult } from "../../api/bundle/contract.ts";
import { SeeMore } from "../../ui/SeeMore.tsx";
import styles from "./ImportPlan.module.css";

const KINDS: Readonly<Record<ImportItem["kind"], readonly [one: string, many: string]>> = {
  dashboard: ["dashboard", "dashboards"],
  chart: ["chart", "charts"],
  dataset: ["dataset", "datasets"],
  database: ["database", "databases"],
  theme: ["theme", "themes"],
  saved_query: ["saved query", "saved queries"],
};
const KIND_ORDER = Object.keys(KINDS) as ImportItem["kind"][];

const GROUPS: readonly { action: ImportItem["action"]; title: string }[] = [
  { action: "create", title: "New" },
  { action: "update", title: "Changed" },
  { action: "restore", title: "Restored from the trash" },
  { action: "keep", title: "Unchanged" },
];

export function ImportPlan({ plan }: { plan: ImportResult }) {
  const groups = GROUPS.flatMap(({ action, title }) => {
    const items = plan.items.filter((item) => item.action === action);
    return items.length > 0 ? [{ action, title, items }] : [];
  });
  return (
    <section className={styles.plan} aria-label="Import preview">
      {groups.map(({ action, title, items }) => (
        <div key={action} className={styles.group} data-action={action}>
          <h3>{title}</h3>
          <div>
            <p>{countText(items)}</p>
            <Names items={items} />
          </div>
        </div>
      ))}
      {plan.unused.length > 0 ? (
        <div className={styles.group} data-action="unused">
          <h3>Ignored</h3>
          <Unused unused={plan.unused} />
        </div>
      ) : null}
    </section>
  );
}

/** For example "1 dashboard, 14 charts". */
function countText(items: readonly ImportItem[]): string {
  const counts = KIND_ORDER.map((kind) => [kind, items.filter((item) => item.kind === kind).length] as const);
  return counts
    .flatMap(([kind, count]) => (count > 0 ? [`${count} ${KINDS[kind][count === 1 ? 0 : 1]}`] : []))
    .join(", ");
}

/** More items are collapsed behind "See more". */
const SHOWN = 5;

function Names({ items }: { items: readonly ImportItem[] }) {
  const names = KIND_ORDER.flatMap((kind) => items.filter((item) => item.kind === kind)).map(nameOf);
  if (names.length <= SHOWN) return <p className={styles.names}>{names.join(", ")}</p>;
  return (
    <>
      <p className={styles.names}>{names.slice(0, SHOWN).join(", ")}</p>
      <SeeMore className={styles.more}>
        <p className={styles.names}>{names.slice(SHOWN).join(", ")}</p>
      </SeeMore>
    </>
  );
}

const nameOf = ({ name, file }: ImportItem) => name || file;

function Unused({ unused }: { unused: ImportResult["unused"] }) {
  const rest = unused.slice(SHOWN);
  return (
    <div>
      <UnusedList unused={unused.slice(0, SHOWN)} />
      {rest.length > 0 ? (
        <SeeMore className={styles.more}>
          <UnusedList unused={rest} />
        </SeeMore>
      ) : null}
    </div>
  );
}

function UnusedList({ unused }: { unused: ImportResult["unused"] }) {
  return (
    <ul>
      {unused.map(({ file, text }) => (
        <li key={`${file} ${text}`}>
          {text}
          <span className={styles.file}>{file}</span>
        </li>
      ))}
    </ul>
  );
}
