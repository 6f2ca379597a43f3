import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { create, list, people, remove, reopen, resolve, show, update } from "../../api/comment/contract.ts";
import { call } from "../../web/client/client.ts";
import { toast } from "../../web/toasts/toasts.ts";
import type { Commented } from "./comments-state.ts";

export type ShownState = "open" | "resolved";

const PAGE_SIZE = 20;
const REFRESH_MS = 60_000;

const keyOf = ({ noun, id }: Commented) => ["comments", noun, id];

function refresh(queries: QueryClient, object: Commented): Promise<void> {
  return queries.invalidateQueries({ queryKey: keyOf(object) });
}

export function useThreads(object: Commented, state: ShownState) {
  return useInfiniteQuery({
    queryKey: [...keyOf(object), "list", state],
    initialPageParam: 0,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    queryFn: ({ pageParam, signal }) => {
      const q = { object_type: object.noun, object_id: object.id, state, page: pageParam, page_size: PAGE_SIZE };
      return call(list, { q }, { signal });
    },
    getNextPageParam: (last, pages) => (pages.length * PAGE_SIZE < last.count ? pages.length : undefined),
  });
}

/** The thread of a comment, with all replies. */
export function useThread(object: Commented, comment: number | undefined) {
  return useQuery({
    queryKey: [...keyOf(object), "thread", comment],
    enabled: comment !== undefined,
    staleTime: 0,
    queryFn: async ({ signal }) => (await call(show, { params: { id: comment ?? 0 } }, { signal })).result,
  });
}

export async function findPeople(object: Commented, filter: string, signal: AbortSignal) {
  const q = { object_type: object.noun, object_id: object.id, filter };
  return (await call(people, { q }, { signal })).result;
}

export interface NewText {
  text: string;
  mentions: number[];
}

interface NewComment extends NewText {
  chart_id?: number | undefined;
  thread_id?: number | undefined;
}

/** Rejects with what the form shows. */
export function useWrite(object: Commented) {
  const queries = useQueryClient();
  return {
    add: async (comment: NewComment) => {
      const body = { object_type: object.noun, object_id: object.id, ...comment };
      const written = await call(create, { body });
      await refresh(queries, object);
      return written;
    },
    change: async (id: number, body: NewText) => {
      const written = await call(update, { params: { id }, body });
      await refresh(queries, object);
      return written;
    },
  };
}

const ACTS = { resolve, reopen, remove };

type Change = { act: keyof typeof ACTS; id: number };

export function useChange(object: Commented) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ act, id }: Change) => {
      await call(ACTS[act], { params: { id } });
      await refresh(queries, object);
    },
    onError: (error) => toast.error(error),
  });
}
