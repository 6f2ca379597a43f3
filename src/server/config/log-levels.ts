export const LOG_LEVELS = ["info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export const isLogLevel = (text: string): text is LogLevel => (LOG_LEVELS as readonly string[]).includes(text);
