import { permission } from "../../server/http/route.ts";

export const VIEW = "CssTemplate";
export const READ = permission("can_read", VIEW);
export const WRITE = permission("can_write", VIEW);
