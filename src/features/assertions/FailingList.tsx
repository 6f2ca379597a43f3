import type { FailingAssertion } from "../../api/assertion/contract.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import { AvatarGroup, nameOf } from "../../ui/Avatar.tsx";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { can } from "../../web/session/session.ts";
import styles from "./failing.module.css";
import { askable, failureText } from "./failing.ts";
import { STATES, StatePill } from "./StatePill.tsx";

export type Failing = Pick<
  FailingAssertion,
  | "id"
  | "name"
  | "state"
  | "value"
  | "message"
  | "checked_at"
  | "failed_since"
  | "dataset_id"
  | "dataset_name"
  | "people"
> &
  Partial<Pick<FailingAssertion, "chart_ids">>;

interface FailingListProps {
  failing: readonly Failing[];
  /** Names of charts that can be shown. */
  charts?: ReadonlyMap<number, string>;
  onShowChart?(id: number): void;
}

export function FailingList({ failing, charts, onShowChart }: FailingListProps) {
  const datasets = new Map(failing.map(({ dataset_id, dataset_name }) => [dataset_id, dataset_name]));
  return (
    <div className={styles.failing}>
      <ul>
        {failing.map((one) => (
          <li key={one.id}>
            <div className={styles.head}>
              <StatePill state={one.state} />
              {one.name ? <strong dir="auto">{one.name}</strong> : null}
            </div>
            <Message {...one} />
            <p className={styles.times}>
              {one.failed_since ? (
                <span>
                  {rich("First failed <at></at>", { at: () => <RelativeTime key="at" at={one.failed_since} /> })}
                </span>
              ) : null}
              {one.checked_at ? (
                <span>{rich("Checked <at></at>", { at: () => <RelativeTime key="at" at={one.checked_at} /> })}</span>
              ) : null}
            </p>
            <Ask people={one.people} />
            {charts && one.chart_ids?.length ? (
              <p className={styles.charts}>
                <span>{t("Affects")}</span>
                {one.chart_ids.map((id) => (
                  <button key={id} type="button" onClick={() => onShowChart?.(id)}>
                    {charts.get(id)}
                  </button>
                ))}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {can("can_write", "Dataset")
        ? [...datasets].map(([id, dataset]) =>
            id === null ? null : (
              <a key={id} href={`/tablemodelview/list/?edit=${id}&tab=assertions`} target="_blank" rel="noreferrer">
                {t("Assertions of {dataset}", { dataset })}
              </a>
            ),
          )
        : null}
    </div>
  );
}

/** Unless the state says it already. */
function Message(failing: Failing) {
  const text = failing.name ? failing.message : failureText(failing);
  return text === STATES[failing.state].word ? null : <p dir="auto">{text}</p>;
}

function Ask({ people }: Pick<Failing, "people">) {
  if (people.length === 0) return null;
  const named = people.map(askable);
  return (
    <p className={styles.ask}>
      <AvatarGroup people={named} max={3} />
      {t("Ask {names}", { names: named.map(nameOf).join(", ") })}
    </p>
  );
}
