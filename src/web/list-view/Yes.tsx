import { Check } from "lucide-react";

export function Yes({ on }: { on: boolean | undefined }) {
  return on ? (
    <Check size={16} role="img" aria-label="Yes" display="block" />
  ) : (
    <span className="visually-hidden">No</span>
  );
}
