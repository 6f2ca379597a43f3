import { later } from "./clock.ts";

/** Token of a guest of an embedding site. The host page provides it, and renews it before it expires. */

const HEADER = "X-GuestToken";
const TOKEN_TIMEOUT_MS = 20_000;

let current: string | undefined;
let isRenewed = true;
const waiting = new Set<(token: string) => void>();

/** Tokens of public links aren't renewed: once refused, the link has ended. */
export function setGuestToken(token: string | undefined, options: { isRenewed: boolean } = { isRenewed: true }): void {
  isRenewed = options.isRenewed;
  if (token === current) return;
  current = token;
  if (token === undefined) return;
  for (const resolve of waiting) resolve(token);
  waiting.clear();
}

export function isGuest(): boolean {
  return current !== undefined;
}

export function guestToken(): string | undefined {
  return current;
}

export function guestHeader(): Record<string, string> {
  return current === undefined ? {} : { [HEADER]: current };
}

/** Whether there is a newer token than the rejected one, now or soon. False without a guest token. */
export async function hasNewerToken(refused: Record<string, string>, signal?: AbortSignal): Promise<boolean> {
  if (refused[HEADER] === undefined) return false;
  if (refused[HEADER] !== current) return true;
  if (!isRenewed) return false;
  return new Promise((resolve) => {
    const end = (isNew: boolean) => {
      stop();
      waiting.delete(succeed);
      resolve(isNew);
    };
    const succeed = () => end(true);
    const stop = later(TOKEN_TIMEOUT_MS, () => end(false));
    signal?.addEventListener("abort", () => end(false), { once: true });
    waiting.add(succeed);
  });
}
