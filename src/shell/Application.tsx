import { QueryClientProvider } from "@tanstack/react-query";
import { ErrorState } from "../ui/ErrorState.tsx";
import { ServerReachability } from "../ui/LoadFailure.tsx";
import { ThemeProvider } from "../ui/ThemeProvider.tsx";
import { isReachable } from "../web/client/connection.ts";
import { queryClient } from "../web/client/query.ts";
import type { Page } from "../web/page.ts";
import { loadSession, useSession } from "../web/session/session.ts";
import { useLook, useMedia } from "../web/session/theme.ts";
import { Toaster } from "../web/toasts/Toaster.tsx";
import { Boundary } from "./Boundary.tsx";
import { Router } from "./router.tsx";

export function Application({ pages }: { pages: readonly Page[] }) {
  const look = useLook();
  const isStill = useMedia("(prefers-reduced-motion: reduce)");
  return (
    <ThemeProvider look={look} isStill={isStill}>
      <QueryClientProvider client={queryClient}>
        <ServerReachability value={isReachable}>
          <Boundary>
            <Opening pages={pages} />
          </Boundary>
          <Toaster />
        </ServerReachability>
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
