import type { User } from "../user.ts";
import { type DatasetFacts, datasetRule } from "./datasets.ts";

/**
 * Proof that a user can read a dataset's rows, and by whose permissions. Row-level security (`securityFor`) and query
 * compilation require one, so that no code path can read rows without this check or `grantThroughDashboard`.
 */
export class RowGrant {
  readonly user: User;
  /**
   * Authors of the dashboard and chart through which the rows are read; their row-level security applies as well. Empty
   * for access by the user's own permissions.
   */
  readonly authors: readonly User[];
  readonly isThroughDashboard: boolean;

  private constructor(user: User, authors?: readonly User[]) {
    this.user = user;
    this.authors = authors ?? [];
    this.isThroughDashboard = authors !== undefined;
  }

  /** Undefined for guests, who only read through dashboards. */
  static ofDataset(user: User, dataset: DatasetFacts): RowGrant | undefined {
    return user.guest || datasetRule(user, dataset) === undefined ? undefined : new RowGrant(user);
  }

  /** For the user's own SQL: the caller checks its tables once templates are rendered. */
  static ofSql(user: User): RowGrant {
    return new RowGrant(user);
  }

  /** Undefined unless every author can read the dataset. */
  static ofAuthors(user: User, authors: readonly User[], dataset: DatasetFacts): RowGrant | undefined {
    const canAllRead = authors.every((author) => datasetRule(author, dataset) !== undefined);
    return canAllRead ? new RowGrant(user, authors) : undefined;
  }
}
