const NEAR = 2;

/** Names within two letters of the one that was not found, the nearest first. */
export function didYouMean(name: string, known: readonly string[]): string[] {
  const wanted = name.toLowerCase();
  return known
    .filter((one) => one !== name && Math.abs(one.length - name.length) <= NEAR)
    .map((one) => ({ one, far: distance(wanted, one.toLowerCase()) }))
    .filter(({ far }) => far <= NEAR)
    .sort((a, b) => a.far - b.far)
    .map(({ one }) => one);
}

/** Letters to write, take away or change to make one text of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
