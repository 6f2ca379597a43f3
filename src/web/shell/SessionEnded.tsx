import { useLocation } from "react-router";
import { Dialog } from "../../ui/Dialog.tsx";
import { signInAddress, useSession } from "../session.ts";

/** Says that the session is over without taking the page away, so that unsaved work can still be copied. */
export function SessionEnded() {
  const session = useSession();
  const location = useLocation();
  if (session.kind !== "signed-in" || !session.ended) return null;
  const dismiss = () => useSession.setState({ ...session, ended: false }, true);
  return (
    <Dialog
      open
      title="Your session timed out"
      onClose={dismiss}
      primary={{
        label: "Sign in",
        onClick: () => window.location.assign(signInAddress(location.pathname + location.search)),
      }}
      cancelLabel="Stay on this page"
    >
      Sign in again to go on. What you have not saved is still on this page.
    </Dialog>
  );
}
