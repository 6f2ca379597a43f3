import { isTimeZone } from "./zone.ts";

let ofUser: string | undefined;
let ofPage: string | undefined;

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

const known = (zone: string | null | undefined) => (zone && isTimeZone(zone) ? zone : undefined);

export function setUserZone(zone: string | null | undefined): void {
  ofUser = known(zone);
}

/** The dashboard's own zone, as long as it is shown. */
export function setPageZone(zone: string | null | undefined): void {
  ofPage = known(zone);
}

export const userZone = (): string => ofUser ?? browserZone();

export const effectiveZone = (): string => ofPage ?? userZone();
