export { ManagedNote } from "./ManagedNote.tsx";
