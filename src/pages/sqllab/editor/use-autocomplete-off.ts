import { useStored } from "../../../web/session/storage.ts";

/** Whether autocomplete opens only on Ctrl+Space, not while typing. Stored in this browser. */
export const useAutocompleteOff = () => useStored("sqllab.quiet", false);
