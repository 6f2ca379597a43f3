import { type ChartDetail, show, update } from "../../api/chart/contract.ts";
import { CUSTOM_TAG } from "../../api/tag/contract.ts";
import type { WrittenTag } from "../../model/dashboard.ts";
import { call } from "../../web/client/client.ts";
import { type PersonChoice, peopleOf } from "../../web/components/PeopleSelect.tsx";
import { addNewTags } from "../../web/components/tags.ts";
import { saveWithConfirm } from "../overwrite/index.ts";

export interface Draft {
  slice_name: string;
  description: string;
  owners: readonly PersonChoice[];
  tags: readonly WrittenTag[];
  cache_timeout: number | null;
  certified_by: string;
  certification_details: string;
}

export interface SavedProperties {
  name: string;
  description: string | null;
  ownerIds: number[];
  state: string | undefined;
}

export function draftOf(detail: ChartDetail): Draft {
  return {
    slice_name: detail.slice_name,
    description: detail.description ?? "",
    owners: peopleOf(detail.owners),
    tags: detail.tags.filter(({ type }) => type == null || type === CUSTOM_TAG).map(({ id, name }) => ({ id, name })),
    cache_timeout: detail.cache_timeout,
    certified_by: detail.certified_by ?? "",
    certification_details: detail.certification_details ?? "",
  };
}

/** Asks before overwriting a save made since `basedOn`. Throws `ApiError`. */
export async function saveProperties(id: number, draft: Draft, basedOn: string | undefined): Promise<SavedProperties> {
  const name = draft.slice_name.trim();
  const description = draft.description.trim() || null;
  const ownerIds = draft.owners.map((owner) => owner.id);
  const certified_by = draft.certified_by.trim() || null;
  const body = {
    slice_name: name,
    description,
    owners: ownerIds,
    tags: draft.tags.flatMap((tag) => tag.id ?? []),
    cache_timeout: draft.cache_timeout,
    certified_by,
    certification_details: certified_by ? draft.certification_details.trim() || null : null,
  };
  let state = basedOn;
  const onState = (saved: string) => {
    state = saved;
  };
  const chart = { noun: "chart", id } as const;
  await saveWithConfirm(chart, basedOn, (base) => call(update, { params: { id }, body }, { basedOn: base, onState }));
  if (body.tags.length < draft.tags.length) {
    await addNewTags(chart, draft.tags);
    await call(show, { params: { id: `${id}` } }, { onState });
  }
  return { name, description, ownerIds, state };
}
