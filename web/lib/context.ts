/** Contexts for every component: the current page, and what is constant during a visit. */
import { createContext, useContext } from "react";
import type { FirstPayload, Lang, PagePayload, PageSettings, Visitor } from "./page";

export const FirstContext = createContext<FirstPayload | null>(null);
export const PageContext = createContext<PagePayload | null>(null);

function useGiven<T>(value: T | null): T {
  if (value === null) throw new Error("Drawn outside the app's root");
  return value;
}

/** The payload of the first page: `supabase`, `build`. */
export function useFirst(): FirstPayload {
  return useGiven(useContext(FirstContext));
}

/** The page that is being shown, its `params`, `query`, `alternates`. */
export function usePage(): PagePayload {
  return useGiven(useContext(PageContext));
}

export function useLang(): Lang {
  return usePage().lang;
}

export function useSite(): PageSettings {
  return usePage().site;
}

/** Whether the visitor moderates the area of this page. Authorises nothing. */
export function useModerates(): boolean {
  const data: unknown = usePage().data;
  return typeof data === "object" && data !== null && "canModerate" in data && data.canModerate === true;
}

/** The signed-in user as the server sees them; null for a guest. Authorises nothing. */
export function useVisitor(): Visitor | null {
  return usePage().visitor;
}
