import { t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Star } from "../components/Star.tsx";
import { canChoose, type ListRow } from "./definition.ts";
import styles from "./ListCards.module.css";
import type { ListBodyProps } from "./ListTable.tsx";
import { RowMenu } from "./RowMenu.tsx";
import { RowName } from "./RowName.tsx";
import { useRowDrag } from "./use-row-drag.ts";

const SKELETON_CARDS = 25;

export function ListCards<T extends ListRow>(props: ListBodyProps<T>) {
  const { rows, waiting, definition } = props;
  return (
    <ul className={styles.grid} aria-label={definition.title}>
      {waiting
        ? Array.from({ length: SKELETON_CARDS }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <li key={index} className={styles.card} aria-hidden="true">
              <div className={styles.picture} />
              <div className={styles.body}>
                <Skeleton width="70%" />
                <Skeleton width="40%" />
              </div>
            </li>
          ))
        : rows.map((row) => <CardOf key={row.id} {...props} row={row} />)}
    </ul>
  );
}

function CardOf<T extends ListRow>({
  definition,
  row,
  favorites,
  selection,
  menuOf,
  onMenuOf,
}: ListBodyProps<T> & { row: T }) {
  const card = definition.card?.(row);
  const name = definition.nameOf(row);
  const chosen = selection.rows.has(row.id);
  const element = useRowDrag<T, HTMLElement>(definition, row, selection);
  if (card === undefined) return null;
  return (
    <li>
      <article
        ref={element}
        className={styles.card}
        data-row={row.id}
        data-chosen={chosen}
        data-selecting={selection.isOn}
      >
        <div className={styles.picture}>{card.picture}</div>
        {canChoose(definition) ? (
          <span className={styles.box}>
            <Checkbox
              label={t("Select {name}", { name })}
              checked={chosen}
              onChange={(event) => selection.toggle(row, (event.nativeEvent as MouseEvent).shiftKey)}
            />
          </span>
        ) : null}
        <div className={styles.body}>
          <div className={styles.line}>
            <RowName definition={definition} row={row} className={styles.name} />
            {card.mark}
            <span className={styles.end}>
              {definition.favorites ? (
                <Star kind={definition.favorites} id={row.id} name={name} value={favorites?.get(row.id)} />
              ) : null}
            </span>
          </div>
          <div className={styles.note}>{card.note}</div>
          <div className={styles.line}>
            {card.badges}
            <span className={styles.end}>
              {card.people}
              <RowMenu
                definition={{ ...definition, rowActions: definition.rowActions.map((a) => ({ ...a, inline: false })) }}
                row={row}
                open={menuOf === row.id}
                onOpenChange={(open) => onMenuOf(open ? row.id : undefined)}
              />
            </span>
          </div>
        </div>
      </article>
    </li>
  );
}
