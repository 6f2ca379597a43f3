import { AsyncLocalStorage } from "node:async_hooks";

const working = new AsyncLocalStorage<string>();

/** Does work for a person, so that what people share can be shared fairly. */
export const workingFor = <Result>(person: string, work: () => Result): Result => working.run(person, work);

/** For whom this is done; the same for all that nobody asked for. */
export const personNow = (): string => working.getStore() ?? "";
