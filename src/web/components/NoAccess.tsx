import { Button } from "antd";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { Message } from "../../ui/Message.tsx";
import { goSignIn, isEmbedded, isVisitor, signInAsAnother } from "../session/session.ts";

/** A page to go to instead. */
export interface WayOn {
  label: string;
  href: string;
}

interface Props {
  title: string;
  text?: ReactNode;
  way?: WayOn;
  /** How to ask for access. */
  ask?: ReactNode;
}

const HOME: WayOn = { label: "Go to Home", href: "/superset/welcome/" };

const BY_ACCOUNT = "It is shown to people with an account that may see it.";

/** The user may not see this page: what is missing, whom to ask, and where to go now. */
export function NoAccess({ title, text, way = HOME, ask }: Props) {
  return (
    <Message
      page
      icon={<Lock size={20} />}
      title={title}
      text={isVisitor() ? BY_ACCOUNT : (text ?? "An administrator can give your account the right to see it.")}
      // Guests of another site are nobody else, and have no other page here.
      actions={isEmbedded(window.location.pathname) ? undefined : <Ways way={way} ask={ask} />}
    />
  );
}

function Ways({ way, ask }: { way: WayOn; ask: ReactNode }) {
  if (isVisitor()) {
    return (
      <Button type="primary" onClick={goSignIn}>
        Sign in
      </Button>
    );
  }
  return (
    <>
      {ask}
      <Button href={way.href}>{way.label}</Button>
      <Button type="text" onClick={signInAsAnother}>
        Sign in as someone else
      </Button>
    </>
  );
}
