import { type FieldChange, fieldChanges, isOverlapping, isSame } from "../../model/field-changes.ts";
import type { Fields } from "./folder.ts";

export interface Conflict {
  ours: FieldChange;
  theirs: FieldChange;
}

export interface Merge {
  /** Changes of the server that the file doesn't have. */
  theirs: FieldChange[];
  conflicts: Conflict[];
}

interface Sides {
  file: Fields;
  server: Fields;
}

/** Field by field. The file and the server write some values differently, so each is compared with itself. */
export function mergeSides(base: Sides, now: Sides): Merge {
  const ours = fieldChanges(base.file, now.file);
  const theirs = fieldChanges(base.server, now.server);
  const conflicts = theirs.flatMap((their) => {
    const our = ours.find((each) => isOverlapping(each.path, their.path));
    const isAgreed = our && our.path.length === their.path.length && isSame(our.after, their.after);
    return our && !isAgreed ? [{ ours: our, theirs: their }] : [];
  });
  const contested = new Set(conflicts.map((conflict) => conflict.theirs));
  const known = theirs.filter((their) => ours.some((our) => isOverlapping(our.path, their.path)));
  return { theirs: theirs.filter((their) => !contested.has(their) && !known.includes(their)), conflicts };
}
