import type { Selection } from "../../../chart-seam/chart-type.ts";
import { columnLabel } from "../../../model/adhoc.ts";
import { clausesOf, type Member } from "../../../model/matrix.ts";

/** Marks of a cell stand for what the cell is of too: on their way out they carry its values, and shed them on the way in. */

interface Cell {
  members: readonly Member[];
  /** Of its members, in their order. */
  labels: readonly string[];
  /** What its chart has otherwise than the whole. */
  form: Readonly<Record<string, unknown>>;
}

/** The mark as one of the whole grid; the cell itself where there is none, and null where that has no values. */
export function markOfGrid(selection: Selection | null, { members, labels, form }: Cell): Selection | null {
  const given = new Set((selection?.clauses ?? []).map(({ column }) => columnLabel(column)));
  const own = members.flatMap((member, at) =>
    member.kind === "value" && !given.has(member.column) ? [{ clause: clausesOf([member]), label: labels[at] }] : [],
  );
  if (!selection && own.length === 0) return null;
  return {
    clauses: [...(selection?.clauses ?? []), ...own.flatMap(({ clause }) => clause)],
    label: [selection?.label, ...own.map(({ label }) => label)].filter(Boolean).join(", "),
    form,
  };
}

/** What of the grid's choice is in the cell: null when it is another cell's. */
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
