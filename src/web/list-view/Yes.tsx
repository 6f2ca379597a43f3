import { Check } from "lucide-react";

/** A cell of a column of what is so or not. */
export function Yes({ on }: { on: boolean | undefined }) {
  return on ? (
    <Check size={16} role="img" aria-label="Yes" display="block" />
  ) : (
    <span className="visually-hidden">No</span>
  );
}
