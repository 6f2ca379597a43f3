/** What an app may do for its user, each a part of what the user may do. API keys have all of them. */
export const SCOPES = ["read", "sql", "write"] as const;

export type Scope = (typeof SCOPES)[number];

export const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text);
