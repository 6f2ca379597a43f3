import type { z } from "zod";
import { t } from "../../i18n/translate.ts";
import type { Operation } from "../../model/operation.ts";
import type { DistinctResponse, RelatedResponse } from "../../model/resource.ts";
import { call } from "../client/client.ts";
import { customTags } from "../components/tags.ts";
import type { Choice, LoadChoices } from "./definition.ts";

const PAGE_SIZE = 100;

interface ChoiceSource {
  params: { column: string };
  q: { filter?: string; page: number; page_size: number };
}

/** Reads `GET /related/<column>` or `/distinct/<column>`. */
export function choicesFrom(source: Operation, column: string): LoadChoices {
  return async (search, signal) => {
    const args: ChoiceSource = { params: { column }, q: { page: 0, page_size: PAGE_SIZE } };
    if (search !== "") args.q.filter = search;
    const answer = (await call(source, args as never, { signal })) as
      | z.output<typeof RelatedResponse>
      | z.output<typeof DistinctResponse>;
    return answer.result.map((each): Choice => ({ value: each.value, text: each.text }));
  };
}

export function namedChoicesFrom(source: Operation, column: string) {
  const find = choicesFrom(source, column);
  return async (search: string, signal: AbortSignal) =>
    (await find(search, signal)).map(({ value, text }) => ({ id: Number(value), name: text }));
}

export const tagChoices: LoadChoices = async (search, signal) =>
  (await customTags(search, signal)).map(({ id, name }) => ({ value: id, text: name }));

export const YES_NO: readonly Choice[] = [
  { value: true, text: t("Yes") },
  { value: false, text: t("No") },
];
