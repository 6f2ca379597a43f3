import { useSyncExternalStore } from "react";
import { PHONE } from "../../web/theme.ts";

/** Three layouts: one column below 768 px, filters over the content below 1200, everything side by side above. */
export type Screen = "phone" | "tablet" | "wide";

const TABLET = "(max-width: 1199px)";

export function useScreen(): Screen {
  return useSyncExternalStore(subscribe, current);
}

function current(): Screen {
  if (matchMedia(PHONE).matches) return "phone";
  return matchMedia(TABLET).matches ? "tablet" : "wide";
}

function subscribe(listener: () => void): () => void {
  const queries = [matchMedia(PHONE), matchMedia(TABLET)];
  for (const query of queries) query.addEventListener("change", listener);
  return () => {
    for (const query of queries) query.removeEventListener("change", listener);
  };
}
