import { t } from "../../i18n/translate.ts";
import { type EngineErrorCode, type EngineReply, isOutOfMemory, MAX_RESULT_BYTES } from "./protocol.ts";

const TEXTS: Readonly<Record<EngineErrorCode, () => string>> = {
  resultTooLarge: () =>
    t("The result exceeds the limit of {size, number} MB. Request fewer rows or shorter values.", {
      size: MAX_RESULT_BYTES / 1_000_000,
    }),
  fileTooLarge: () => t("IO Error: The file would take more than half of the server's free disk space."),
  diskFull: () => t("IO Error: The server's disk is full."),
  unreadableRows: () => t("The query failed while reading its rows."),
};

/** DuckDB's own messages pass unchanged, except for the one with advice that users can't follow. */
export function errorText({ code, message }: Extract<EngineReply, { kind: "error" }>): string {
  if (code) return TEXTS[code]();
  return isOutOfMemory(message) ? outOfMemoryText() : message;
}

export const outOfMemoryText = () =>
  t(
    "Out of Memory Error: the query needs more memory than the server has for it. Read fewer rows and columns, filter or group by fewer values, or ask an administrator to raise TESSERA_MEMORY_LIMIT.",
  );

/** Other work can be the cause. */
export const memoryFullText = () =>
  t(
    "Out of Memory Error: the server's memory was full while the query ran, so it was stopped. Try again in a moment. Read fewer rows and columns, or ask an administrator to raise TESSERA_MEMORY_LIMIT.",
  );

export function timeoutText(timeoutMs: number): string {
  if (timeoutMs < 1000)
    return t("The query took longer than the limit of {limit, number} ms and was stopped.", { limit: timeoutMs });
  const seconds = Math.round(timeoutMs / 1000);
  return t(
    "The query took longer than the limit of {seconds, plural, one {# second} other {# seconds}} and was stopped.",
    { seconds },
  );
}
