import "./theme/base.css";
import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./theme/tokens.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/queries";
import { styleNonce } from "./lib/runtime-config";
import { createAppRouter } from "./router";
import { Providers } from "./ui/Providers";

// The name under which the dialogs' scroll lock looks for the nonce of its style element.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

const queries = createQueryClient();
const router = createAppRouter(queries);
const root = document.getElementById("root");
if (!root) throw new Error("the page shell has no element #root");

createRoot(root).render(
  <StrictMode>
    <Providers>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Providers>
  </StrictMode>,
);
