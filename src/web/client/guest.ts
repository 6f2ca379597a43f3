import { later } from "./clock.ts";

/** The token by which a guest of another site calls. The page around hands it over, and a new one before it ends. */

const HEADER = "X-GuestToken";
/** How long a call waits for the next token when the server has refused the present one. */
const PATIENCE_MS = 20_000;

let current: string | undefined;
const waiting = new Set<(token: string) => void>();

/** None where nobody is a guest any more. */
export function setGuestToken(token: string | undefined): void {
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

/** The header of every call of a guest; none for everybody else. */
export function guestHeader(): Record<string, string> {
  return current === undefined ? {} : { [HEADER]: current };
}

/** Whether there is another token than the refused one, now or within a while. Not for people with a session. */
export async function hasNewerToken(refused: Record<string, string>, signal?: AbortSignal): Promise<boolean> {
  if (refused[HEADER] === undefined) return false;
  if (refused[HEADER] !== current) return true;
  return new Promise((resolve) => {
    const end = (isNew: boolean) => {
      stop();
      waiting.delete(succeed);
      resolve(isNew);
    };
    const succeed = () => end(true);
    const stop = later(PATIENCE_MS, () => end(false));
    signal?.addEventListener("abort", () => end(false), { once: true });
    waiting.add(succeed);
  });
}
