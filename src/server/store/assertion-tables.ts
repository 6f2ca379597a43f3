import type { Generated } from "kysely";
import type { AssertionKind, AssertionState, AssertionTrigger } from "../../model/assertion.ts";

export interface AssertionTables {
  assertions: AssertionsTable;
  assertion_owners: { assertion_id: number; user_id: number };
  assertion_results: AssertionResultsTable;
}

interface AssertionsTable {
  id: Generated<number>;
  uuid: string;
  name: string;
  description: string | null;
  dataset_id: number;
  dashboard_id: number | null;
  kind: AssertionKind;
  params: string;
  where_clause: string | null;
  crontab: string;
  timezone: string;
  active: boolean;
  /** In the project that it was imported from. */
  external_id: string | null;
  /** Who last changed what is checked: checks read with their permissions. */
  run_as_fk: number | null;
  state: Generated<AssertionState>;
  value: string | null;
  /** The total, previous value or other dataset's value that `value` was compared with; or values that aren't accepted. */
  compared: string | null;
  error: string | null;
  /** With whose permissions the latest result was read. */
  checked_as_fk: number | null;
  checked_on: string | null;
  failed_since: string | null;
  /** The latest time of the schedule that a check was done for. */
  last_scheduled_on: string | null;
  /** A server checks it as scheduled; if it stops, others do after this time. */
  claimed_until: string | null;
  created_on: string;
  changed_on: string;
  created_by_fk: number | null;
  changed_by_fk: number | null;
}

interface AssertionResultsTable {
  id: Generated<number>;
  assertion_id: number;
  state: AssertionState;
  value: string | null;
  compared: string | null;
  checked_as_fk: number | null;
  checked_on: string;
  trigger: AssertionTrigger;
  ms: number;
}
