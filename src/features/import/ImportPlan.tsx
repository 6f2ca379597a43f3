import type { ImportItem, ImportResult } from "../../api/bundle/contract.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { SeeMore } from "../../ui/SeeMore.tsx";
import styles from "./ImportPlan.module.css";

const COUNT_TEXTS: Readonly<Record<ImportItem["kind"], (count: number) => string>> = {
  dashboard: (count) => t("{count, plural, one {# dashboard} other {# dashboards}}", { count }),
  chart: (count) => t("{count, plural, one {# chart} other {# charts}}", { count }),
  dataset: (count) => t("{count, plural, one {# dataset} other {# datasets}}", { count }),
  database: (count) => t("{count, plural, one {# database} other {# databases}}", { count }),
  theme: (count) => t("{count, plural, one {# theme} other {# themes}}", { count }),
  saved_query: (count) => t("{count, plural, one {# saved query} other {# saved queries}}", { count }),
};
const KIND_ORDER = Object.keys(COUNT_TEXTS) as ImportItem["kind"][];

const GROUPS: readonly { action: ImportItem["action"]; title: string }[] = [
  { action: "create", title: t("New") },
  { action: "update", title: t("Changed") },
  { action: "restore", title: t("Restored from the trash") },
  { action: "keep", title: t("Unchanged") },
];

export function ImportPlan({ plan, isSame }: { plan: ImportResult; isSame: boolean }) {
  const groups = GROUPS.flatMap(({ action, title }) => {
    const items = plan.items.filter((item) => item.action === action);
    return items.length > 0 ? [{ action, title, items }] : [];
  });
  return (
    <section className={styles.plan} aria-label={t("Import preview")}>
      {isSame ? (
        <p role="status">{t("Nothing to import: everything in this file is already here, unchanged.")}</p>
      ) : null}
      {groups.map(({ action, title, items }) => (
        <div key={action} className={styles.group} data-action={action}>
          <h3>{title}</h3>
          <div>
            <p>{countText(items)}</p>
            <Names items={items} />
          </div>
        </div>
      ))}
      <Databases items={plan.items} />
      {plan.unused.length > 0 ? (
        <div className={styles.group} data-action="unused">
          <h3>{t("Limitations")}</h3>
          <Unused unused={plan.unused} />
        </div>
      ) : null}
    </section>
  );
}

export function countText(items: readonly ImportItem[]): string {
  const counts = KIND_ORDER.map((kind) => [kind, items.filter((item) => item.kind === kind).length] as const);
  return list(
    counts.flatMap(([kind, count]) => (count > 0 ? [COUNT_TEXTS[kind](count)] : [])),
    "commas",
  );
}

const DATABASE_TEXTS: Readonly<Record<ImportItem["action"], (name: string) => string>> = {
  keep: (name) => t("“{name}” (already connected, stays as it is)", { name }),
  update: (name) => t("“{name}” (its connection is replaced)", { name }),
  create: (name) => t("“{name}” (new connection)", { name }),
  restore: (name) => t("“{name}” (restored from the trash)", { name }),
};

/** Where the data of imported charts comes from. */
function Databases({ items }: { items: readonly ImportItem[] }) {
  const databases = items.filter(({ kind }) => kind === "database");
  if (databases.length === 0 || databases.length === items.length) return null;
  return (
    <div className={styles.group} data-action="database">
      <h3>{t("Data from")}</h3>
      <ul>
        {databases.map(({ file, name, action }) => (
          <li key={file}>{DATABASE_TEXTS[action](name)}</li>
        ))}
      </ul>
    </div>
  );
}

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

const nameOf = ({ name, file, replaces }: ImportItem) =>
  replaces === undefined
    ? name || file
    : t("{name} (replaces “{replaced}”)", { name: name || file, replaced: replaces });

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
