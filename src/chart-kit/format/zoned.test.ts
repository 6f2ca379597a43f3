import { expect, test } from "vitest";
import { inLocale } from "../../i18n/node.ts";
import { Dataset } from "../../model/dataset.ts";
import { formatTimestamp } from "../table/column.ts";
import { hasTimeZone, onReadersClock } from "./zoned.ts";

const types = { moment: "TIMESTAMP WITH TIME ZONE", plain: "TIMESTAMP", day: "DATE" };
const dataset = Dataset.parse({
  id: 1,
  table_name: "t",
  metrics: [],
  columns: Object.entries(types).map(([column_name, type]) => ({ column_name, type, is_dttm: true })),
});
const text = (name: string, value: number | string | null, zone = "America/New_York") =>
  inLocale({ language: "en", zone }, () => onReadersClock(formatTimestamp, name, dataset)(value, {}));

test("moments are written on the reader's clock; dates and times without a zone never move", () => {
  const at = Date.UTC(2024, 0, 1, 2);
  expect(text("moment", at)).toBe("2023-12-31 21:00:00");
  expect(text("moment", "2024-01-01T02:00:00")).toBe("2023-12-31 21:00:00");
  expect(text("plain", at)).toBe("2024-01-01 02:00:00");
  expect(text("day", Date.UTC(2024, 0, 1))).toBe("2024-01-01");
  expect(text("unknown", at)).toBe("2024-01-01 02:00:00");
  expect(text("moment", at, "UTC")).toBe("2024-01-01 02:00:00");
});

test.each([
  ["TIMESTAMP WITH TIME ZONE", true],
  ["timestamp(3) with local time zone", true],
  ["timestamptz", true],
  ["TIMESTAMP_TZ(9)", true],
  ["TIMESTAMP_LTZ", true],
  ["DATETIMEOFFSET(7)", true],
  ["DateTime64(3, 'UTC')", true],
  ["TIMESTAMP WITHOUT TIME ZONE", false],
  ["TIMESTAMP_NTZ(9)", false],
  ["TIMESTAMP", false],
  ["DateTime64(3)", false],
  ["DATE", false],
  [null, false],
])("%s has a time zone: %s", (type, expected) => {
  expect(hasTimeZone(type)).toBe(expected);
});
