import type { App } from "../app.ts";
import type { User } from "../user.ts";

export interface Actor {
  readonly app: App;
  readonly user: User;
}

export interface Stamp {
  now: string;
  userId: number | null;
  isVisitor?: boolean;
}

export function stampOf(app: App, user: User | null): Stamp {
  const userId = user && user.id > 0 ? user.id : null;
  return { now: app.clock.timestamp(), userId, isVisitor: user?.isAnonymous ?? false };
}

export function createdBy(stamp: Stamp) {
  return { created_on: stamp.now, created_by_fk: stamp.userId, ...changedBy(stamp) };
}

export function changedBy(stamp: Stamp) {
  return { changed_on: stamp.now, changed_by_fk: stamp.userId };
}
