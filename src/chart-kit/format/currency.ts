export interface CurrencyFormat {
  symbol?: string | null;
  symbolPosition?: string | null;
}

/** Uses the currency of the data; none when there are several. */
export const AUTO_CURRENCY = "AUTO";

export const CURRENCIES: readonly string[] = ["USD", "EUR", "GBP", "INR", "MXN", "JPY", "CNY"];

export function currencySymbol(currency: CurrencyFormat | null | undefined): string | undefined {
  const code = currency?.symbol?.trim();
  if (!code || code === AUTO_CURRENCY) return undefined;
  try {
    const parts = new Intl.NumberFormat("en-US", { style: "currency", currency: code }).formatToParts(0);
    return parts.find((part) => part.type === "currency")?.value ?? code;
  } catch {
    return code;
  }
}

export function isPrefix(currency: CurrencyFormat | null | undefined): boolean {
  return currency?.symbolPosition !== "suffix";
}

export function withDetectedCurrency(
  currency: CurrencyFormat | null | undefined,
  detected: string | null | undefined,
): CurrencyFormat | undefined {
  if (currency?.symbol !== AUTO_CURRENCY) return currency ?? undefined;
  return detected ? { symbol: detected, symbolPosition: currency.symbolPosition ?? "prefix" } : undefined;
}
