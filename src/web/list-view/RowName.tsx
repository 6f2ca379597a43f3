import { Link } from "react-router";
import type { ListDefinition, ListRow } from "./definition.ts";

interface RowNameProps<T extends ListRow> {
  definition: ListDefinition<T>;
  row: T;
  className: string | undefined;
}

export function RowName<T extends ListRow>({ definition, row, className }: RowNameProps<T>) {
  const name = definition.nameOf(row);
  const address = definition.addressOf?.(row);
  if (address === undefined) {
    return (
      <span className={className} dir="auto" title={name}>
        {name}
      </span>
    );
  }
  return (
    <Link to={address} className={className} dir="auto" title={name}>
      {name}
    </Link>
  );
}
