/** What other features use of it. */
export { ImportDialog } from "./ImportDialog.tsx";
