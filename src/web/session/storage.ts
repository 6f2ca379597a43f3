import { useCallback, useSyncExternalStore } from "react";

/**
 * Local storage with one JSON value per key under `tessera.`. A full or blocked store counts as empty: nothing
 * essential depends on it.
 */
const PREFIX = "tessera.";
const listeners = new Set<() => void>();
const cache = new Map<string, { text: string | null; value: unknown }>();

export function readStored<T>(key: string, fallback: T): T {
  const text = read(key);
  const known = cache.get(key);
  if (known !== undefined && known.text === text) return known.value as T;
  let value: unknown;
  try {
    value = text === null ? fallback : JSON.parse(text);
  } catch {
    value = fallback;
  }
  cache.set(key, { text, value });
  return value as T;
}

export function writeStored(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    cache.delete(key);
  }
  for (const listener of listeners) listener();
}

/** `fallback` should be a constant. */
export function useStored<T>(key: string, fallback: T): [T, (value: T) => void] {
  const value = useSyncExternalStore(onStored, () => readStored(key, fallback));
  const write = useCallback((next: T) => writeStored(key, next), [key]);
  return [value, write];
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Also called for changes in other tabs. Returns an unsubscribe function. */
export function onStored(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export function useStoredSize(
  key: string,
  initial: number,
): { size: number; onSize(size: number): void; initial: number } {
  const [size, onSize] = useStored<number>(`size.${key}`, initial);
  return { size, onSize, initial };
}
