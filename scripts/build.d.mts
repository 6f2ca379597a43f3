export function buildWhenStale(node: string): void;
