import { create } from "zustand";

/** What the comments are about. */
export interface Commented {
  noun: "chart" | "dashboard";
  id: number;
}

export interface CommentTarget {
  /** A chart of the dashboard that a new thread is about. */
  chart?: { id: number; name: string } | undefined;
  /** A comment to show. */
  comment?: number | undefined;
}

interface CommentsState {
  open: CommentTarget | undefined;
  /** The page has a button for comments. */
  isOffered: boolean;
}

export const useComments = create<CommentsState>(() => ({ open: undefined, isOffered: false }));

export function openComments(open: CommentTarget = {}): void {
  useComments.setState({ open });
}

const PARAMETER = "comment";

/** The comment that the page's address names. */
export function linkedComment(search = window.location.search): number | undefined {
  const id = Number(new URLSearchParams(search).get(PARAMETER));
  return Number.isInteger(id) && id > 0 ? id : undefined;
}

export function closeComments(): void {
  useComments.setState({ open: undefined });
  const address = new URL(window.location.href);
  if (!address.searchParams.has(PARAMETER)) return;
  address.searchParams.delete(PARAMETER);
  window.history.replaceState(window.history.state, "", address);
}

export function commentAddress({ noun, id }: Commented, comment: number): string {
  const path = noun === "chart" ? `/explore/?slice_id=${id}&` : `/superset/dashboard/${id}/?`;
  return `${window.location.origin}${path}${PARAMETER}=${comment}`;
}
