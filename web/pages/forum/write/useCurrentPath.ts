import { useLocation } from "react-router";

/** The address of the shown page, to come back to after signing in. */
export function useCurrentPath(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}
