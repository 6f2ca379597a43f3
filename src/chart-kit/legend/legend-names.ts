export type Option = Readonly<Record<string, unknown>>;

interface Styled {
  name?: unknown;
  color?: unknown;
  itemStyle?: { color?: unknown };
  lineStyle?: { color?: unknown };
  data?: unknown;
}

export function namesIn({ legend }: Option): string[] {
  const { data = [] } = (legend ?? {}) as { data?: readonly (string | { name: string })[] };
  return data.map((one) => (typeof one === "string" ? one : one.name));
}

/** Of series, and of marks whose names the legend lists. */
export function colorsByName(option: Option): Map<string, string> {
  const named = new Set(namesIn(option));
  const colors = new Map<string, string>();
  const add = (one: Styled, own: unknown) => {
    const isNew = typeof one.name === "string" && named.has(one.name) && !colors.has(one.name);
    if (isNew && typeof own === "string") colors.set(one.name as string, own);
  };
  for (const series of [option.series ?? []].flat() as Styled[]) {
    add(series, colorOf(series));
    for (const mark of Array.isArray(series.data) ? series.data : []) if (isStyled(mark)) add(mark, colorOf(mark));
  }
  return colors;
}

const colorOf = ({ color, itemStyle, lineStyle }: Styled) => itemStyle?.color ?? lineStyle?.color ?? color;

const isStyled = (mark: unknown): mark is Styled => typeof mark === "object" && mark !== null && !Array.isArray(mark);
