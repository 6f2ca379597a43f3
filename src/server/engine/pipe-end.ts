import { closeSync, constants, openSync, unlinkSync } from "node:fs";

/** The end of a named pipe that keeps it open for whoever writes into it by its path. */
export interface PipeEnd {
  readonly path: string;
  /** What reads it sees its end, when the writer has closed it too. */
  close(): void;
}

/** The pipe must have its reader already. Its name is removed. */
export function openPipeEnd(pipe: string): PipeEnd {
  const descriptor = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    unlinkSync(pipe);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  return { path: `/dev/fd/${descriptor}`, close: () => closeSync(descriptor) };
}
