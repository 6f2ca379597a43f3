export function isolatedPoints(values: readonly (number | null)[]): Record<string, unknown> | undefined {
  const isLonely = (i: number) =>
    values[i] !== null && (values[i - 1] ?? null) === null && (values[i + 1] ?? null) === null;
  if (!values.some((_, i) => isLonely(i))) return undefined;
  return {
    showSymbol: true,
    symbol: "circle",
    symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) => (isLonely(dataIndex) ? 5 : 0.01),
  };
}
