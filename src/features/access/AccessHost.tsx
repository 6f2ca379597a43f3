import { lazyComponent } from "../../ui/lazy-component.tsx";
import { closeAccessCheck, useAccessCheck } from "./access.ts";

const AccessDialog = lazyComponent(async () => (await import("./AccessDialog.tsx")).AccessDialog);

export function AccessHost() {
  const check = useAccessCheck((state) => state.check);
  return check ? <AccessDialog key={JSON.stringify(check)} {...check} onClose={closeAccessCheck} /> : null;
}
