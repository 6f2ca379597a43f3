import { partId } from "../../model/part-charts.ts";
import { isObject, type Json } from "./json-values.ts";

/** Charts that are made of other charts (`deck_slices`, `selected_chart`), on the way from one server to another. */

/** Ids there by ids here, or the other way round; undefined for what does not come along. */
export interface PartMove {
  chart(id: number): number | undefined;
  dataset(id: number): number | undefined;
}

/** The form with its parts as the other side names them. What does not come along keeps its id. */
export function withMovedParts(form: Json, move: PartMove): Json {
  const { deck_slices, selected_chart } = form;
  return {
    ...form,
    ...(Array.isArray(deck_slices) ? { deck_slices: deck_slices.map((part) => movedPart(part, move)) } : {}),
    ...(selected_chart ? { selected_chart: movedPart(selected_chart, move) } : {}),
  };
}

function movedPart(part: unknown, move: PartMove): unknown {
  if (typeof part === "string") {
    const value = maybeJson(part);
    return value === undefined ? part : JSON.stringify(movedPart(value, move));
  }
  const id = partId(part);
  const there = id === undefined ? undefined : move.chart(id);
  if (!isObject(part)) return there ?? part;
  const { params } = part;
  return withMovedDataset(
    {
      ...part,
      ...(there === undefined ? {} : { id: there }),
      ...(typeof params === "string" ? { params: movedForm(params, move) } : {}),
      ...(isObject(params) ? { params: withMovedDataset(params, move) } : {}),
    },
    move,
  );
}

function movedForm(text: string, move: PartMove): string {
  const form = maybeJson(text);
  return isObject(form) ? JSON.stringify(withMovedDataset(form, move)) : text;
}

function withMovedDataset(form: Json, { dataset }: PartMove): Json {
  const id = typeof form.datasource === "string" ? /^(\d+)__table$/.exec(form.datasource)?.[1] : undefined;
  const there = id === undefined ? undefined : dataset(Number(id));
  return there === undefined ? form : { ...form, datasource: `${there}__table` };
}

function maybeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
