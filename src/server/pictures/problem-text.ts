import { t } from "../../i18n/translate.ts";
import type { PictureProblem } from "./protocol.ts";

export function problemText(problem: PictureProblem): string {
  switch (problem.kind) {
    case "shutdown":
      return t("the server is shutting down");
    case "no-response":
      return t("the browser didn't respond");
    case "exit":
      return t("the browser exited");
    case "memory":
      return t(
        "it needs more memory than the server has for screenshots. Ask an administrator to raise TESSERA_MEMORY_LIMIT",
      );
    case "blank":
      return t("the screenshot is blank");
    case "too-high":
      return t("the dashboard is {height, number} pixels high; screenshots show at most {limit, number}", problem);
    case "timeout":
      return t("the page didn't finish loading in time");
    case "chart":
      return t("a chart failed: {message}", problem);
  }
}
