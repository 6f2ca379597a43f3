import { permission } from "../../server/http/route.ts";

/** Layers and their annotations are open to everybody who may read them at all. */
export const VIEW = "Annotation";
export const READ = permission("can_read", VIEW);
export const WRITE = permission("can_write", VIEW);
