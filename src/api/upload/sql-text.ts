export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
export const named = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const listed = (texts: readonly string[]) => `[${texts.map(quoted).join(", ")}]`;
