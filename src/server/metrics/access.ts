import { createHash, timingSafeEqual } from "node:crypto";
import type { MetricsSettings } from "../config/config.ts";
import { contains, networksOf } from "../networks.ts";

interface Reader {
  authorization: string | undefined;
  address: string;
}

export function canReadMetrics({ token, networks }: MetricsSettings, { authorization, address }: Reader): boolean {
  if (contains(networksOf(networks), address)) return true;
  return token !== undefined && isSameText(authorization ?? "", `Bearer ${token}`);
}

/** In constant time. */
function isSameText(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
