export { AS_CODE_COMMANDS } from "./commands.ts";
