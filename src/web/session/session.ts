import { create } from "zustand";
import { roles as whoAmI } from "../../api/me/contract.ts";
import { signIn as startSession } from "../../api/security/contract.ts";
import { pathHere } from "../../model/path-here.ts";
import { call, forgetCsrfToken, needNoCsrfToken, onSessionEnded } from "../client/client.ts";
import { type ApiError, toApiError } from "../client/errors.ts";
import { dropPosted } from "../client/posted.ts";

/** Who is signed in, and what they may do. Loaded once before the first page; a 401 marks it as ended. */
export interface SessionUser {
  userId: number;
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  isAnonymous: boolean;
  /** Null: what the browser asks for. */
  language?: string | null;
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

/** Asks the server who is signed in. Never throws: the outcome is the session's state. */
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

/** The page of an embedded dashboard: nobody is asked who they are before the page around says. */
export const isEmbedded = (pathname: string) => /^\/embedded\//.test(pathname);

/** The guest of another site, after their token has come. Never throws. */
export async function loadGuestSession(): Promise<void> {
  try {
    const { result } = await call(whoAmI, {});
    useSession.setState(signedIn(result), true);
  } catch (caught) {
    useSession.setState({ kind: "error", error: toApiError(caught) }, true);
  }
}

/** Call after the server has accepted a sign-in. */
export async function renewSession(): Promise<void> {
  forgetCsrfToken();
  await loadSession();
}

export function signedIn(user: SessionUser): Session {
  const pairs = new Set<string>();
  for (const granted of Object.values(user.roles)) for (const pair of granted) pairs.add(pair.join(" on "));
  return { kind: "signed-in", user, pairs, ended: false };
}

/** The signed-in user; throws on pages that need nobody signed in. */
export function useUser(): SessionUser {
  const session = useSession();
  if (session.kind !== "signed-in") throw new Error("no user is signed in");
  return session.user;
}

/** Whether the user holds a permission on a view, e.g. `can("can_write", "Dashboard")`. */
export function can(permission: string, view: string): boolean {
  const session = useSession.getState();
  return session.kind === "signed-in" && session.pairs.has(`${permission} on ${view}`);
}

/** Whether nobody is signed in, and the role of the public lets people look nevertheless. */
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

/** Where to go after signing in: a path of this site, whatever was asked for. */
export function safeNext(asked: string | null, origin: string): string {
  const next = pathHere(asked, origin);
  return next === undefined || /^\/(login|logout)(\/|\?|#|$)/.test(next) ? "/superset/welcome/" : next;
}

/** Ends the session on the server and leaves the page. */
export function signOut(): void {
  dropPosted();
  window.location.assign("/logout/");
}

/** Leads to the sign-in page, and from there back to this one. */
export function goSignIn(): void {
  const { pathname, search, hash } = window.location;
  window.location.assign(signInAddress(pathname + search + hash));
}

/** Ends the session, and leads whoever signs in next back to this page. */
export function signInAsAnother(): void {
  const { pathname, search, hash } = window.location;
  dropPosted();
  window.location.assign(`/logout/?next=${encodeURIComponent(pathname + search + hash)}`);
}

/** Signs in and loads the session. Throws `ApiError`, 401 when the two do not fit. */
export async function signIn(username: string, password: string): Promise<void> {
  await call(startSession, { body: { username, password } });
  await renewSession();
}
