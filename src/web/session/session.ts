import { create } from "zustand";
import { roles as whoAmI } from "../../api/me/contract.ts";
import { signIn as startSession } from "../../api/security/contract.ts";
import { setUserZone } from "../../i18n/browser-zone.ts";
import { pathHere } from "../../model/path-here.ts";
import { call, forgetCsrfToken, needNoCsrfToken, onSessionEnded } from "../client/client.ts";
import { type ApiError, toApiError } from "../client/errors.ts";
import { dropPosted } from "../client/posted.ts";

/** The current user and their permissions. Loaded once before the first page; a 401 marks it as ended. */
export interface SessionUser {
  userId: number;
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  isAnonymous: boolean;
  language?: string | null;
  /** null = the browser's time zone. */
  timeZone?: string | null;
  /** Whether comments are mailed to the user. */
  commentMail?: boolean;
  /** The largest file that can be uploaded, in bytes. */
  uploadLimit?: number;
  /** Role name -> `[permission, view]` pairs. */
  roles: Readonly<Record<string, readonly (readonly [string, string])[]>>;
}

export type Session =
  | { kind: "loading" }
  | { kind: "anonymous" }
  | { kind: "signed-in"; user: SessionUser; pairs: ReadonlySet<string>; ended: boolean }
  | { kind: "error"; error: ApiError };

export const useSession = create<Session>(() => ({ kind: "loading" }) as Session);

onSessionEnded(() => {
  const session = useSession.getState();
  if (session.kind === "signed-in" && !isVisitor()) useSession.setState({ ...session, ended: true }, true);
});

/** Never throws; the session state tells whether it failed. */
export async function loadSession(): Promise<void> {
  try {
    const { result } = await call(whoAmI, {});
    const isSomebody = result.isAnonymous
      ? Object.values(result.roles).some((pairs) => pairs.length > 0)
      : result.userId;
    if (result.isAnonymous) needNoCsrfToken();
    useSession.setState(isSomebody ? signedIn(result) : { kind: "anonymous" }, true);
  } catch (caught) {
    const error = toApiError(caught);
    useSession.setState(error.status === 401 ? { kind: "anonymous" } : { kind: "error", error }, true);
  }
}

/** Embedded dashboards wait for a guest token before loading the session. */
export const isEmbedded = (pathname: string) => /^\/embedded\//.test(pathname);

/** Call after the guest token has arrived. Never throws. */
export async function loadGuestSession(): Promise<void> {
  try {
    const { result } = await call(whoAmI, {});
    useSession.setState(signedIn(result), true);
  } catch (caught) {
    useSession.setState({ kind: "error", error: toApiError(caught) }, true);
  }
}

export async function renewSession(): Promise<void> {
  forgetCsrfToken();
  await loadSession();
}

export function signedIn(user: SessionUser): Session {
  setUserZone(user.timeZone);
  const pairs = new Set<string>();
  for (const granted of Object.values(user.roles)) for (const pair of granted) pairs.add(pair.join(" on "));
  return { kind: "signed-in", user, pairs, ended: false };
}

/** Throws on pages that need no sign-in. */
export function useUser(): SessionUser {
  const session = useSession();
  if (session.kind !== "signed-in") throw new Error("no user is signed in");
  return session.user;
}

export function uploadLimit(): number {
  const session = useSession.getState();
  return (session.kind === "signed-in" && session.user.uploadLimit) || DEFAULT_UPLOAD_LIMIT;
}

const DEFAULT_UPLOAD_LIMIT = 1024 ** 3;

export function can(permission: string, view: string): boolean {
  const session = useSession.getState();
  return session.kind === "signed-in" && session.pairs.has(`${permission} on ${view}`);
}

/** True if the user isn't signed in but the Public role has permissions. */
export function isVisitor(): boolean {
  const session = useSession.getState();
  return session.kind === "signed-in" && session.user.isAnonymous;
}

export function isAdmin(): boolean {
  const session = useSession.getState();
  return session.kind === "signed-in" && Object.keys(session.user.roles).some((role) => /^admin$/i.test(role));
}

export function signInAddress(next: string): string {
  return next === "/" || next === "" ? "/login/" : `/login/?next=${encodeURIComponent(next)}`;
}

/** Returns only paths of this site. */
export function safeNext(address: string | null, origin: string): string {
  const next = pathHere(address, origin);
  return next === undefined || /^\/(login|logout)(\/|\?|#|$)/.test(next) ? "/superset/welcome/" : next;
}

export function signOut(): void {
  dropPosted();
  window.location.assign("/logout/");
}

export function goSignIn(): void {
  const { pathname, search, hash } = window.location;
  window.location.assign(signInAddress(pathname + search + hash));
}

export function signInAsAnother(): void {
  const { pathname, search, hash } = window.location;
  dropPosted();
  window.location.assign(`/logout/?next=${encodeURIComponent(pathname + search + hash)}`);
}

/** Throws `ApiError`, with status 401 for wrong credentials. */
export async function signIn(username: string, password: string): Promise<void> {
  await call(startSession, { body: { username, password } });
  await renewSession();
}
