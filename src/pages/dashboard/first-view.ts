import { firstView } from "../../api/dashboard/contract.ts";
import { call } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import type { Visit } from "../../web/page.ts";

/** A press and its click count as one visit within this time, in ms. */
const VISIT_MS = 10_000;

/**
 * After a link click the server doesn't know the address yet, so this asks it to start the queries of the default first
 * view. In its own file, so that these queries don't wait for the dashboard's code.
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
