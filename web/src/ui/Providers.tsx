import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { useLater } from "@/lib/browser/later";
import { styleNonce } from "@/lib/browser/runtime-config";
import { colorSchemeKey } from "@/theme/constants";
import { theme, variables } from "@/theme/theme";

const schemes = localStorageColorSchemeManager({ key: colorSchemeKey });
const fetchLater = async () => (await import("./dialog/Later")).Later;

/** Theme, dialogs and messages. */
export function Providers({ children }: { children: ReactNode }) {
  const Later = useLater(fetchLater, false);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
      {Later && <Later />}
      <section id="layers" aria-label="Menus, dialogs and messages" />
    </MantineProvider>
  );
}
