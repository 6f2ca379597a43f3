export { pageOf } from "./pages.ts";
export { pictureResource } from "./routes.ts";
export { pageSession } from "./session.ts";
