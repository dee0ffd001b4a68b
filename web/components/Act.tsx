import "@mantine/core/styles.css";
import { MantineProvider } from "@mantine/core";
import { type ReactNode, useSyncExternalStore } from "react";

interface Props {
  children: ReactNode;
}

/** Where people act rather than read: Mantine's components work inside of it, in the page's light or dark. */
export function Act({ children }: Props) {
  const scheme = useSyncExternalStore(subscribeToScheme, readScheme, () => "light" as const);
  return <MantineProvider forceColorScheme={scheme}>{children}</MantineProvider>;
}

function readScheme(): "light" | "dark" {
  const chosen = document.documentElement.dataset.scheme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function subscribeToScheme(listener: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const choice = new MutationObserver(listener);
  system.addEventListener("change", listener);
  choice.observe(document.documentElement, { attributeFilter: ["data-scheme"] });
  return () => {
    system.removeEventListener("change", listener);
    choice.disconnect();
  };
}
