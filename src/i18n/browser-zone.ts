import { isTimeZone, ZONE_COOKIE } from "./zone.ts";

let ofBrowser: string | undefined;
let ofUser: string | undefined;
let ofPage: string | undefined;

/** Remembered, because every text asks for it. */
export function browserZone(): string {
  ofBrowser ??= Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  return ofBrowser;
}

const YEAR_S = 31_536_000;

export function setZoneCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has another way
  document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(browserZone())}; path=/; max-age=${YEAR_S}; samesite=lax`;
}

const known = (zone: string | null | undefined): string | undefined => (zone && isTimeZone(zone) ? zone : undefined);

/** In the pictures of a report. The account that takes them may have another. */
const ofReport = known((globalThis as { reportZone?: string }).reportZone);

export function setUserZone(zone: string | null | undefined): void {
  ofUser = known(zone);
}

/** The dashboard's own zone, as long as it is shown. */
export function setPageZone(zone: string | null | undefined): void {
  ofPage = known(zone);
}

export const userZone = (): string => ofReport ?? ofUser ?? browserZone();

export const effectiveZone = (): string => ofPage ?? userZone();
