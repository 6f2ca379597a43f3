import { format } from "d3-format";
import { loadPivotFiles } from "../../../chart-types/pivot-files.ts";
import type { Frame, FrameColumn } from "../../../query/frame.ts";
import { forEachYielding } from "../../../server/event-loop.ts";
import { hiddenLabels } from "./extra-queries.ts";
import type { PreparedContext } from "./prepared.ts";

/**
 * Tables and pivot tables as the browser builds them, for clients without a browser such as emailed reports. Other
 * chart types are unchanged. `frames`: the rows, and the totals of a pivot table.
 */
export async function postProcessed(
  frames: readonly [Frame, ...Frame[]],
  { formData, postProcessor }: Pick<PreparedContext, "formData" | "postProcessor">,
): Promise<Frame> {
  const [frame] = frames;
  if (!isTable(formData) || frame.rows === 0) return frame;
  if (formData.viz_type !== "pivot_table_v2") return formattedTable(frame, formData);
  const { readPivotForm } = await loadPivotFiles();
  const form = readPivotForm(formData);
  return form ? postProcessor.pivotTable(frames, form) : frame;
}

export function isTable(formData: PreparedContext["formData"]): formData is Record<string, unknown> {
  return formData?.viz_type === "pivot_table_v2" || formData?.viz_type === "table";
}

async function formattedTable(table: Frame, formData: Record<string, unknown>): Promise<Frame> {
  const hidden = hiddenLabels(formData);
  const frame = { ...table, columns: table.columns.filter(({ path }) => !hidden.has(path.join(", "))) };
  const { column_config: config } = formData;
  if (typeof config !== "object" || config === null) return frame;
  const settings = new Map(Object.entries(config as Record<string, { d3NumberFormat?: unknown }>));
  const columns: FrameColumn[] = [];
  await forEachYielding(frame.columns, (column) => {
    columns.push(formattedColumn(column, settings.get(column.path.join(", "))));
  });
  return { ...frame, columns };
}

function formattedColumn(column: FrameColumn, setting: { d3NumberFormat?: unknown } | undefined): FrameColumn {
  const write = column.kind === "numeric" ? maybeFormat(setting?.d3NumberFormat) : undefined;
  if (!write) return column;
  return {
    ...column,
    kind: "text",
    values: Array.from(column.values, (value) => (value === null ? null : write(Number(value)))),
  };
}

function maybeFormat(specifier: unknown): ((value: number) => string) | undefined {
  if (typeof specifier !== "string" || specifier === "") return undefined;
  try {
    return format(specifier);
  } catch {
    return undefined;
  }
}
