import { lazyComponent } from "../ui/lazy-component.tsx";
import { useSession } from "../web/session/session.ts";

const SessionEndedDialog = lazyComponent(async () => (await import("./SessionEndedDialog.tsx")).SessionEndedDialog);

/** Says that the session is over without taking the page away, so that unsaved work goes on where it was. */
export function SessionEnded() {
  const session = useSession();
  if (session.kind !== "signed-in" || !session.ended) return null;
  const dismiss = () => useSession.setState({ ...session, ended: false }, true);
  return <SessionEndedDialog username={session.user.username} onClose={dismiss} />;
}
