import { Button } from "antd";
import { MapPinOff } from "lucide-react";
import { Message } from "./Message.tsx";

export function NotFound() {
  return (
    <Message
      page
      icon={<MapPinOff size={20} />}
      title="This page doesn't exist"
      text="It may have been deleted or renamed."
      actions={<Button href="/superset/welcome/">Go to Home</Button>}
    />
  );
}
