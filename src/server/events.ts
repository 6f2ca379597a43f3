/** Announced after a write so that caches in this process are invalidated. */
export type Noun =
  | "allowed-location"
  | "database"
  | "dataset"
  | "chart"
  | "dashboard"
  | "user"
  | "role"
  | "tag"
  | "row-level-security"
  | "query";

export interface Events {
  /** Call after the commit. Without an id, everything of the kind may have changed. */
  changed(noun: Noun, id?: number): void;
  onChanged(noun: Noun, listener: (id: number | undefined) => void): () => void;
  /** Rejects if changes can't be announced to other servers. */
  ping(): Promise<void>;
}

export function createEvents(): Events {
  const listeners = new Map<Noun, Set<(id: number | undefined) => void>>();
  return {
    changed(noun, id) {
      for (const listener of listeners.get(noun) ?? []) listener(id);
    },
    onChanged(noun, listener) {
      const own = listeners.get(noun) ?? new Set();
      listeners.set(noun, own.add(listener));
      return () => own.delete(listener);
    },
    ping: async () => undefined,
  };
}
