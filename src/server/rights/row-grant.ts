import type { User } from "../user.ts";
import { type DatasetFacts, datasetRule } from "./datasets.ts";

/**
 * Proof that a user may read the rows of a dataset, and by whose permissions. Row-level security is built from one
 * (`securityFor`), and a query cannot be compiled without it, so a new surface cannot read rows without passing through
 * here or `grantThroughDashboard`.
 */
export class RowGrant {
  readonly user: User;
  /**
   * The authors of the dashboard and chart that the rows are read through: their rules apply beside the user's own. None
   * where the user reads the dataset by their own permissions.
   */
  readonly authors: readonly User[];
  readonly isThroughDashboard: boolean;

  private constructor(user: User, authors?: readonly User[]) {
    this.user = user;
    this.authors = authors ?? [];
    this.isThroughDashboard = authors !== undefined;
  }

  /** By the user's own permissions. Guests have none: they read through dashboards only. */
  static ofDataset(user: User, dataset: DatasetFacts): RowGrant | undefined {
    return user.guest || datasetRule(user, dataset) === undefined ? undefined : new RowGrant(user);
  }

  /** For SQL that the user wrote: the caller checks the tables in it, once its templates are rendered. */
  static ofSql(user: User): RowGrant {
    return new RowGrant(user);
  }

  /** Through a dashboard. Undefined unless every author may read the dataset. */
  static ofAuthors(user: User, authors: readonly User[], dataset: DatasetFacts): RowGrant | undefined {
    const mayAll = authors.every((author) => datasetRule(author, dataset) !== undefined);
    return mayAll ? new RowGrant(user, authors) : undefined;
  }
}
