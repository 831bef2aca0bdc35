import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { styleNonce } from "@/lib/runtime-config";
import { colorSchemeKey, layer } from "@/theme/constants";
import { theme, variables } from "@/theme/theme";

const schemes = localStorageColorSchemeManager({ key: colorSchemeKey });

/** Theme, dialogs and toasts. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <ModalsProvider modalProps={{ zIndex: layer.modal }}>
        {children}
        <Notifications position="bottom-right" zIndex={layer.modal} />
        <section id="layers" aria-label="Menus, dialogs and messages" />
      </ModalsProvider>
    </MantineProvider>
  );
}
