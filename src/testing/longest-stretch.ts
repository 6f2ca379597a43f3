const SAMPLE_MS = 2;

/**
 * Longest time (ms of processor time) without returning to the event loop while the work ran. Independent of machine
 * load.
 */
export async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  let before = threadMs();
  let longest = 0;
  const sample = () => {
    const now = threadMs();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const timer = setInterval(sample, SAMPLE_MS);
  try {
    await work();
    return longest;
  } finally {
    clearInterval(timer);
  }
}

export async function shortestOf(tries: number, enough: number, measure: () => Promise<number>): Promise<number> {
  let shortest = await measure();
  for (let more = tries - 1; more > 0 && shortest >= enough; more--) shortest = Math.min(shortest, await measure());
  return shortest;
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
