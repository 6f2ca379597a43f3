export const KEYS = "api-keys";
