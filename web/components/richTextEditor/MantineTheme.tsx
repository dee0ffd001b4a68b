import "@mantine/core/styles.css";
import { MantineProvider } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { readScheme, subscribeScheme } from "../../lib/scheme";
import { mantineTheme, mantineVariables } from "../../theme/mantine";

interface ActProviderProps {
  children: React.ReactNode;
}

/** Mantine, dressed in our theme and in the page's light or dark. */
export function MantineTheme({ children }: ActProviderProps) {
  const scheme = useSyncExternalStore(subscribeScheme, readScheme, () => "light" as const);
  return (
    <MantineProvider theme={mantineTheme} cssVariablesResolver={mantineVariables} forceColorScheme={scheme}>
      {children}
    </MantineProvider>
  );
}
