/** Milliseconds that this process has computed: what others compute meanwhile does not count. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
