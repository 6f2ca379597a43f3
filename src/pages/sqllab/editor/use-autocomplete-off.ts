import { useStored } from "../../../web/session/storage.ts";

/** Whether words are offered when asked for alone, not while one types; as this browser was told. */
export const useQuiet = () => useStored("sqllab.quiet", false);
