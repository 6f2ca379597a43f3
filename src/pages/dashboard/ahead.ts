import { queryClient } from "../../web/query.ts";
import { dashboardQuery } from "./state/load.ts";

/** How long an answer waits for its page, milliseconds. */
const KEPT_MS = 10_000;

/** Asks for a dashboard while its page is still being loaded; the page then finds the answer under way or there. */
export async function askAhead(reference: string | undefined): Promise<void> {
  if (reference) await queryClient.prefetchQuery({ ...dashboardQuery(reference), gcTime: KEPT_MS });
}
