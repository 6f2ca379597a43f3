export interface Bin {
  low: number;
  high: number;
}

const NUMBER = "-?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?";
const BIN = new RegExp(`^\\s*(${NUMBER})\\s*-\\s*(${NUMBER})\\s*$`);

/** Parses a column name such as `-5 - 12.5`. */
export function parseBin(name: string): Bin | undefined {
  const match = BIN.exec(name);
  return match ? { low: Number(match[1]), high: Number(match[2]) } : undefined;
}
