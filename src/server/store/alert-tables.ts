import type { Generated } from "kysely";
import type { AlertState } from "../../model/report.ts";

export interface AlertTables {
  alert_values: AlertValuesTable;
  alert_silences: AlertSilencesTable;
}

interface AlertValuesTable {
  report_id: number;
  label: string;
  state: AlertState;
  since: string;
  value: number | null;
  /** Of the last message that named it as met, until its recovery was sent. */
  sent_on: string | null;
}

interface AlertSilencesTable {
  id: Generated<number>;
  report_id: number;
  /** Null for all values. */
  label: string | null;
  ends_on: string;
  comment: string | null;
  created_on: string;
  created_by_fk: number | null;
}
