import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { BY_LINK } from "../model/sign-in-link.ts";
import { can } from "../web/session/session.ts";
import { toast } from "../web/toasts/toasts.ts";

/** Whoever came by a one-time link is offered a password, as the link works no more. */
export function useSignedInByLink(onAccount: () => void): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (hash !== BY_LINK) return;
    void navigate(pathname + search, { replace: true });
    if (!can("can_write", "CurrentUserRestApi")) return;
    toast.info("The link that signed you in works no more. Set a password to sign in next time.", {
      stays: true,
      action: { label: "Set a password", run: onAccount },
    });
  }, [pathname, search, hash, navigate, onAccount]);
}
