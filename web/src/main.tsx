import "./theme/base.css";
import "@mantine/core/styles.layer.css";
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./theme/tokens.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/queries";
import { isBot } from "./lib/browser/bots";
import { browser, Freshness, FreshnessContext, ownBuild, watchParts } from "./lib/browser/freshness";
import { styleNonce } from "./lib/browser/runtime-config";
import { starting } from "./lib/browser/starting";
import { watchStrayErrors } from "./lib/browser/stray-errors";
import { createAppRouter } from "./router";
import { toastStray } from "./ui/dialog/toast";
import { Providers } from "./ui/Providers";
import { BuildFreshness } from "./ui/state/BuildFreshness";

starting(() => {
  // The name under which the dialogs' scroll lock looks for the nonce of its style element.
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

  const queries = createQueryClient();
  const router = createAppRouter(queries);
  const freshness = new Freshness(ownBuild(), browser);
  const root = document.getElementById("root");
  if (!root) throw new Error("the page shell has no element #root");

  watchParts();
  if (!isBot(navigator.userAgent)) {
    const missingPart = () => void freshness.recover(location.pathname);
    watchStrayErrors(window, { fault: toastStray, missingPart });
  }
  freshness.start();
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <QueryClientProvider client={queries}>
          <FreshnessContext value={freshness}>
            <RouterProvider router={router} />
            <BuildFreshness />
          </FreshnessContext>
        </QueryClientProvider>
      </Providers>
    </StrictMode>,
  );
});
