import { setGuestToken } from "../client/guest.ts";
import { loadGuestSession, useSession } from "./session.ts";

export const isPublicLink = (pathname: string) => pathname.startsWith("/public/");

interface LinkedDashboard {
  dashboard_id: string;
  token: string;
}

/** Undefined if the link doesn't work. */
export function linkedDashboard(): LinkedDashboard | undefined {
  try {
    const { public_link } = JSON.parse(document.getElementById("app")?.dataset.bootstrap ?? "{}");
    return typeof public_link?.token === "string" ? public_link : undefined;
  } catch {
    return undefined;
  }
}

/** The page brings the visitor's token, which works as long as the link. */
export function startLinkSession(): void {
  const link = linkedDashboard();
  useSession.setState({ kind: "anonymous" }, true);
  if (!link) return;
  setGuestToken(link.token, { isRenewed: false });
  void loadGuestSession();
}
