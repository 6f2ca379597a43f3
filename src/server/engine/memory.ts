/** Whether the engine says that it found no memory. */
export const isOutOfMemory = (message: string) => /out of memory|bad allocation|allocation failure/i.test(message);
