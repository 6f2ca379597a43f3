let ofUser: string | undefined;
let ofPage: string | undefined;

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** Undefined for names that aren't time zones. */
function known(zone: string | null | undefined): string | undefined {
  try {
    if (zone) new Intl.DateTimeFormat("en", { timeZone: zone });
    return zone || undefined;
  } catch {
    return undefined;
  }
}

export function setUserZone(zone: string | null | undefined): void {
  ofUser = known(zone);
}

/** The dashboard's own zone, as long as it is shown. */
export function setPageZone(zone: string | null | undefined): void {
  ofPage = known(zone);
}

export const userZone = (): string => ofUser ?? browserZone();

export const effectiveZone = (): string => ofPage ?? userZone();
