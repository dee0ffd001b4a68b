import "@mantine/core/styles.css";
import { MantineProvider } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { readScheme, subscribeScheme } from "../../lib/scheme";
import { mantineTheme, mantineVariables } from "../../theme/mantine";

interface ActProviderProps {
  children: React.ReactNode;
}

/** Mantine with the site's theme and the page's colour scheme. */
export function MantineTheme({ children }: ActProviderProps) {
  const scheme = useSyncExternalStore(subscribeScheme, readScheme, () => "light" as const);
  return (
    <MantineProvider theme={mantineTheme} cssVariablesResolver={mantineVariables} forceColorScheme={scheme}>
      {children}
    </MantineProvider>
  );
}
