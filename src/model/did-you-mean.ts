const MAX_DISTANCE = 2;

export function didYouMean(name: string, known: readonly string[]): string[] {
  const target = name.toLowerCase();
  return known
    .filter((one) => one !== name && Math.abs(one.length - name.length) <= MAX_DISTANCE)
    .map((one) => ({ one, far: distance(target, one.toLowerCase()) }))
    .filter(({ far }) => far <= MAX_DISTANCE && far < target.length)
    .sort((a, b) => a.far - b.far)
    .map(({ one }) => one);
}

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
