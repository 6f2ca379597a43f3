export { pageOf, pageSession } from "./pages.ts";
export { pictureResource } from "./routes.ts";
