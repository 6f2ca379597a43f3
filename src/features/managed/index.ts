export { ManagedNote } from "./ManagedNote.tsx";
export { ManagedPill } from "./ManagedPill.tsx";
