import type { z } from "zod";
import { list as listTags } from "../../api/tag/contract.ts";
import type { Operation } from "../../model/operation.ts";
import type { DistinctResponse, RelatedResponse } from "../../model/resource.ts";
import { call } from "../client.ts";
import type { Choice, LoadChoices } from "./definition.ts";

const PAGE_SIZE = 100;

interface ChoiceSource {
  params: { column: string };
  q: { filter?: string; page: number; page_size: number };
}

/** Choices from `GET /related/<column>` or `/distinct/<column>`, filtered by the server as one types. */
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

/** Tags that people wrote, as choices. */
export const tagChoices: LoadChoices = async (search, signal) => {
  const written = { col: "type", opr: "custom_tag", value: true };
  const filters = search === "" ? [written] : [written, { col: "name", opr: "ct", value: search }];
  const q = { filters, order_column: "name", order_direction: "asc" as const, page: 0, page_size: PAGE_SIZE };
  const { result } = await call(listTags, { q }, { signal });
  return result.map((tag): Choice => ({ value: tag.id, text: tag.name }));
};

export const YES_NO: readonly Choice[] = [
  { value: true, text: "Yes" },
  { value: false, text: "No" },
];
