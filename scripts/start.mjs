import { installAndBuild } from "./build.mjs";
import { nodePath, serve } from "./runtime.mjs";

/** `npm start`: a supported Node, dependencies, a fresh build of the interface when its sources changed, the server. */
const node = nodePath();
installAndBuild(node);
await serve(node);
