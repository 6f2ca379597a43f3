import { create } from "zustand";

/** Latest message for screen readers, shown in one live region. */
export const useAnnouncement = create<{ text: string }>(() => ({ text: "" }));

export function announce(text: string): void {
  useAnnouncement.setState({ text });
}
