/** Query key of one's API keys. */
export const KEYS = "api-keys";
