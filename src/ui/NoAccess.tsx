import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { Message } from "./Message.tsx";

/** The user may not see this: what is missing, and whom to ask. */
export function NoAccess({ title, text, actions }: { title: string; text?: ReactNode; actions?: ReactNode }) {
  return (
    <Message
      page
      icon={<Lock size={20} />}
      title={title}
      text={text ?? "An administrator can give your account the right to see it."}
      actions={actions}
    />
  );
}
