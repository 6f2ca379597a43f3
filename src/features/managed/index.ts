export { ManagedMark } from "./ManagedMark.tsx";
export { ManagedNote } from "./ManagedNote.tsx";
export { ManagedPill } from "./ManagedPill.tsx";
