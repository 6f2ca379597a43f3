import { firstView } from "../../api/dashboard/contract.ts";
import { call } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import type { Visit } from "../../web/page.ts";

/** A press and its click are one visit, milliseconds. */
const VISIT_MS = 10_000;

/**
 * By a link the server has not seen the address yet: it is told to start the queries of the plain first view. This is
 * no part of the dashboard's own files, whose loading nobody's queries need to wait for.
 */
export async function startFirstView({ params: { idOrSlug: reference }, search, isByLink }: Visit): Promise<void> {
  if (!reference || !isByLink || search !== "") return;
  await queryClient.prefetchQuery({
    queryKey: ["first-view", reference],
    queryFn: () => call(firstView, { params: { id: reference } }),
    staleTime: VISIT_MS,
    gcTime: VISIT_MS,
  });
}
