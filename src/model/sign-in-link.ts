/** How the page after a one-time link is told that its reader came by one. */
export const BY_LINK = "#signed-in-by-link";
