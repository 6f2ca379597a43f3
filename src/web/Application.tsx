import { QueryClientProvider } from "@tanstack/react-query";
import type { Page } from "../pages/page.ts";
import { ErrorState } from "../ui/ErrorState.tsx";
import { ServerReach } from "../ui/MissingPart.tsx";
import { ThemeProvider } from "../ui/ThemeProvider.tsx";
import { Boundary } from "./Boundary.tsx";
import { isReachable } from "./connection.ts";
import { queryClient } from "./query.ts";
import { Router } from "./router.tsx";
import { loadSession, useSession } from "./session.ts";
import { Toaster } from "./Toaster.tsx";
import { useLook, useMedia } from "./theme.ts";

/** The whole browser application: theme, server state, session, pages and toasts. */
export function Application({ pages }: { pages: readonly Page[] }) {
  const look = useLook();
  const isStill = useMedia("(prefers-reduced-motion: reduce)");
  return (
    <ThemeProvider look={look} isStill={isStill}>
      <QueryClientProvider client={queryClient}>
        <ServerReach value={isReachable}>
          <Boundary>
            <Opening pages={pages} />
          </Boundary>
          <Toaster />
        </ServerReach>
      </QueryClientProvider>
    </ThemeProvider>
  );
}

function Opening({ pages }: { pages: readonly Page[] }) {
  const session = useSession();
  if (session.kind === "loading") return null;
  if (session.kind === "error") {
    const { title, message } = session.error;
    return (
      <ErrorState title={title} text={message === title ? undefined : message} onRetry={() => void loadSession()} />
    );
  }
  return <Router pages={pages} />;
}
