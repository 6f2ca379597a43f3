import type { TableColumn } from "../../chart-seam/table-column.ts";
import { currentLocale } from "../../i18n/locale.ts";
import { wallClockIn } from "../../i18n/zone.ts";
import type { Dataset } from "../../model/dataset.ts";
import { epochOf } from "./value.ts";

const WITH_ZONE =
  /with (local )?time zone|^timestamp_?(tz|ltz)\b|^datetimeoffset|^datetime(64)?\(.*'.+'\)|^nullable\(datetime.*'.+'\)/i;

/** Whether values of a database type are moments. Dates and times without a zone are the same on every clock. */
export const hasTimeZone = (type: string | null | undefined): boolean => WITH_ZONE.test(type ?? "");

/** Writes moments as the reader's clock shows them, or the dashboard's. */
export function onReadersClock(
  format: TableColumn["format"],
  name: string,
  dataset: Pick<Dataset, "columns"> | undefined,
): TableColumn["format"] {
  const { zone } = currentLocale();
  const column = dataset?.columns.find(({ column_name }) => column_name === name);
  if (zone === undefined || !hasTimeZone(column?.type)) return format;
  return (value, row) => {
    const ms = typeof value === "number" ? value : typeof value === "string" ? epochOf(value) : undefined;
    return format(ms === undefined ? value : wallClockIn(ms, zone), row);
  };
}
