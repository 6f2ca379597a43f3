/** Milliseconds that this thread has computed; of the whole process where Node doesn't tell threads apart. */
function computedMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Whether this thread has computed for so long since. Time in which a busy machine computed something else doesn't count;
 * it is looked at only when as much time has passed, as that takes longer than looking at the clock.
 */
export function processorLimit(ms: number): () => boolean {
  const before = computedMs();
  let checkAt = performance.now() + ms;
  return () => {
    if (performance.now() < checkAt) return false;
    const left = ms - (computedMs() - before);
    checkAt = performance.now() + left;
    return left <= 0;
  };
}
