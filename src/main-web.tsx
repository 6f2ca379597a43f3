import "./i18n/browser.ts";
import { createRoot } from "react-dom/client";
import { PAGES } from "./pages/index.ts";
import { Application } from "./shell/Application.tsx";
import { takeCarriedAnswer } from "./web/client/carried-answers.ts";
import { lookFirstIn } from "./web/client/client.ts";
import { loadAhead, loadLinksAhead } from "./web/client/load-ahead.ts";
import { listenForHost } from "./web/session/host-port.ts";
import { takeLooks } from "./web/session/looks.ts";
import { isEmbedded, loadSession, useSession } from "./web/session/session.ts";
import { applyStoredMode } from "./web/session/theme.ts";

const root = document.getElementById("app");
if (root === null) throw new Error("the page has no #app element");
const application = createRoot(root);
const themed = takeLooks(isEmbedded(window.location.pathname))?.then(applyStoredMode);
if (!themed) applyStoredMode();
lookFirstIn(takeCarriedAnswer);
if (isEmbedded(window.location.pathname)) {
  listenForHost();
  useSession.setState({ kind: "anonymous" }, true);
} else void loadSession();
loadAhead(PAGES, window.location);
loadLinksAhead(PAGES);
if (themed) void themed.then(show);
else show();

function show(): void {
  application.render(<Application pages={PAGES} />);
}
