import { Inbox } from "lucide-react";
import { Message, type MessageProps } from "./Message.tsx";

/** Nothing is here yet, or nothing fits: says what belongs here and offers the next act. */
export function EmptyState(props: Omit<MessageProps, "tone">) {
  return <Message icon={<Inbox size={20} />} {...props} />;
}
