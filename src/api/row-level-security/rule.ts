import type { User } from "../../server/user.ts";

/** A rule as the server keeps it in memory. */
export interface RlsRule {
  id: number;
  /** For the rows of every dataset that is queried, whatever it is linked to. */
  isEverywhere?: boolean;
  filterType: "Regular" | "Base";
  clause: string;
  groupKey: string | null;
  roleIds: ReadonlySet<number>;
  /** Whose templates the clause is rendered with; the reader's unless given. */
  renderedFor?: User;
  links: readonly RuleLink[];
  places: readonly RulePlace[];
}

/** A dataset that a rule is for, whatever that reads. */
export interface RuleLink {
  datasetId: number;
  databaseId: number;
  /** Which the clause may name. */
  templateParams: string | null;
}

/** A table that a rule is for, by whatever dataset or SQL it is read. */
export interface RulePlace {
  databaseId: number;
  catalog: string | null;
  schema: string | null;
  name: string;
  templateParams: string | null;
}
