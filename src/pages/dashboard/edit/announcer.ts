import { create } from "zustand";

/** What the editor says to screen readers; one live region draws it. */
export const useAnnouncement = create<{ text: string }>(() => ({ text: "" }));

export function announce(text: string): void {
  useAnnouncement.setState({ text });
}
