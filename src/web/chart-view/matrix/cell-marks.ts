import type { Selection } from "../../../chart-seam/chart-type.ts";
import { columnLabel } from "../../../model/adhoc.ts";
import { clausesOf, type Member } from "../../../model/matrix.ts";

interface Cell {
  members: readonly Member[];
  /** In the order of `members`. */
  labels: readonly string[];
  /** Form data in which its chart differs from the grid. */
  form: Readonly<Record<string, unknown>>;
}

/** Without a selection, returns the cell itself; null if it has no values. */
export function markOfGrid(selection: Selection | null, { members, labels, form }: Cell): Selection | null {
  const selectedColumns = new Set((selection?.clauses ?? []).map(({ column }) => columnLabel(column)));
  const own = members.flatMap((member, at) =>
    member.kind === "value" && !selectedColumns.has(member.column)
      ? [{ clause: clausesOf([member]), label: labels[at] }]
      : [],
  );
  if (!selection && own.length === 0) return null;
  return {
    clauses: [...(selection?.clauses ?? []), ...own.flatMap(({ clause }) => clause)],
    label: [selection?.label, ...own.map(({ label }) => label)].filter(Boolean).join(", "),
    form,
  };
}

export function markOfCell(
  selection: Selection | null | undefined,
  members: readonly Member[],
): Selection | null | undefined {
  if (!selection) return selection;
  const own = clausesOf(members);
  const clauseOf = (name: string) => selection.clauses.find(({ column }) => columnLabel(column) === name);
  const isHere = own.every(({ column, values }) => clauseOf(column)?.values.includes(values[0] ?? null));
  if (!isHere) return null;
  const names = new Set(own.map(({ column }) => column));
  const clauses = selection.clauses.filter(({ column }) => !names.has(columnLabel(column)));
  return clauses.length > 0 ? { ...selection, clauses } : null;
}
