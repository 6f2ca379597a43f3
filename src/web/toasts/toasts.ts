import { create } from "zustand";
import { later } from "../client/clock.ts";
import { type ApiError, adviceLines, toApiError } from "../client/errors.ts";

export type ToastKind = "success" | "info" | "warning" | "danger";

export interface ToastOptions {
  detail?: string;
  action?: { label: string; run(): void };
  /** Stays until the user acts on it or closes it, for actions that aren't available elsewhere. */
  stays?: boolean;
  noDuplicate?: boolean;
}

export interface Toast extends ToastOptions {
  id: number;
  kind: ToastKind;
  text: string;
}

/** In milliseconds. Hovering or focusing pauses the timer. */
export const TOAST_MS: Readonly<Record<ToastKind, number>> = {
  success: 4000,
  info: 4000,
  warning: 6000,
  danger: 8000,
};

interface ToastState {
  toasts: readonly Toast[];
}

export const useToasts = create<ToastState>(() => ({ toasts: [] }));

const timers = new Map<number, () => void>();
let lastId = 0;

function show(kind: ToastKind, text: string, options: ToastOptions = {}): number {
  const { toasts } = useToasts.getState();
  const same = toasts.find((t) => t.kind === kind && t.text === text);
  if (options.noDuplicate && same) return same.id;
  const id = ++lastId;
  useToasts.setState({ toasts: [...toasts, { ...options, id, kind, text }] });
  release(id);
  return id;
}

export function hold(id: number): void {
  timers.get(id)?.();
  timers.delete(id);
}

export function release(id: number): void {
  const shown = useToasts.getState().toasts.find((t) => t.id === id);
  if (shown === undefined) return;
  hold(id);
  if (shown.stays) return;
  timers.set(
    id,
    later(TOAST_MS[shown.kind], () => dismiss(id)),
  );
}

export function dismiss(id: number): void {
  hold(id);
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((t) => t.id !== id) }));
}

export const toast = {
  success: (text: string, options?: ToastOptions) => show("success", text, options),
  info: (text: string, options?: ToastOptions) => show("info", text, options),
  warning: (text: string, options?: ToastOptions) => show("warning", text, options),
  danger: (text: string, options?: ToastOptions) => show("danger", text, options),
  /** `as` wraps the error message into a sentence. Aborted calls are ignored. */
  error(error: unknown, as: (message: string) => string = (message) => message) {
    const known = toApiError(error);
    if (known.kind === "aborted") return;
    show("danger", as(known.message), { detail: detailOf(known), noDuplicate: true });
  },
};

function detailOf(error: ApiError): string | undefined {
  const lines = [error.status > 0 ? `${error.status} ${error.title}` : error.title, error.message];
  for (const issue of error.issues) lines.push(issue.message);
  lines.push(...adviceLines(error));
  return [...new Set(lines)].length > 1 ? [...new Set(lines)].join("\n") : undefined;
}
