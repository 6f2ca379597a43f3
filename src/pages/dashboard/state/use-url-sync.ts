import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { createFilterState, updateFilterState } from "../../../api/dashboard/contract.ts";
import { activeTabsOf } from "../../../model/layout-tree.ts";
import { call } from "../../../web/client/client.ts";
import { later, nowMs, SLOW_DEBOUNCE_MS } from "../../../web/client/clock.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { isGuest } from "../../../web/client/guest.ts";
import { useDashboardPage } from "./context.ts";
import { masksToStore } from "./store.ts";
import { parseUrl, withParams } from "./url.ts";

/**
 * Keeps the URL in sync with filters and the open tab. Values are stored on the server under a key half a second after the
 * last change or when the page is left, one write at a time; the tab is the URL's hash. Nothing is written before the
 * user changes something.
 */
export function useUrlSync(): void {
  const { store } = useDashboardPage();
  const navigate = useNavigate();
  const pending = useRef<(() => void) | null>(null);
  useEffect(() => {
    // A guest's frame has no URL of its own to share.
    if (isGuest()) return;
    let written = Promise.resolve();
    let hasLeft = false;
    let key = parseUrl(window.location.search).nativeFiltersKey;
    const tabNumber = Math.floor(nowMs() % 1_000_000);
    const write = async () => {
      const { dashboard } = store.getState();
      const value = JSON.stringify(masksToStore(store.getState()));
      try {
        key = await storeFilterState({ id: String(dashboard.detail.id), key, value, tab_id: tabNumber });
        const changes = { native_filters_key: key, native_filters: null, permalink_key: null };
        const search = withParams(window.location.search, changes);
        if (!hasLeft && search !== window.location.search) {
          void navigate({ search, hash: window.location.hash }, { replace: true });
        }
      } catch {
        // The page works without it; only a copied URL lacks the values.
      }
    };
    const flush = () => {
      pending.current?.();
      pending.current = null;
      written = written.then(write);
    };
    const leave = () => {
      if (pending.current) flush();
    };
    window.addEventListener("pagehide", leave);
    const stop = store.subscribe((now, before) => {
      if (now.applied !== before.applied || now.ownStates !== before.ownStates) {
        pending.current?.();
        pending.current = later(SLOW_DEBOUNCE_MS, flush);
      }
      const tab = openedTab(now, before);
      if (tab) void navigate({ search: window.location.search, hash: encodeURIComponent(tab) }, { replace: true });
    });
    return () => {
      stop();
      window.removeEventListener("pagehide", leave);
      leave();
      hasLeft = true;
    };
  }, [store, navigate]);
}

/** Browsers finish sending at most 64 KiB for a page that was left; this leaves space for other requests. */
const MAX_KEEPALIVE_CHARACTERS = 16_000;

type State = ReturnType<ReturnType<typeof useDashboardPage>["store"]["getState"]>;

function openedTab(now: State, before: State): string | undefined {
  if (now.tabs === before.tabs) return undefined;
  const active = activeTabsOf(now.dashboard.layout, now.tabs);
  const changed = Object.keys(now.tabs).filter((id) => now.tabs[id] !== before.tabs[id]);
  const last = changed.at(-1);
  return last ? active[last] : undefined;
}

interface FilterState {
  id: string;
  key: string | undefined;
  value: string;
  tab_id: number;
}

async function storeFilterState({ id, key, value, tab_id }: FilterState): Promise<string> {
  const options = { keepalive: value.length <= MAX_KEEPALIVE_CHARACTERS };
  if (key) {
    try {
      const body = { value };
      return (await call(updateFilterState, { params: { id, key }, query: { tab_id }, body }, options)).key;
    } catch (error) {
      const { status } = toApiError(error);
      if (status !== 403 && status !== 404) throw error;
    }
  }
  return (await call(createFilterState, { params: { id }, query: { tab_id }, body: { value } }, options)).key;
}
