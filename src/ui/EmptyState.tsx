import { Inbox } from "lucide-react";
import { Message, type MessageProps } from "./Message.tsx";

export function EmptyState(props: Omit<MessageProps, "tone">) {
  return <Message icon={<Inbox size={20} />} {...props} />;
}
