import { buildWhenStale } from "./build.mjs";
import { installDependencies, nodePath, serve } from "./runtime.mjs";

/** `npm start`: a supported Node, a fresh build of the interface when its sources changed, dependencies, the server. */
const node = nodePath();
buildWhenStale(node);
installDependencies("run");
await serve(node);
