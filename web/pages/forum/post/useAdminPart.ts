import { type ComponentType, useEffect } from "react";
import { useVisitor } from "../../../lib/context";
import { usePart } from "../../../lib/usePart";

/** What only administrators see, and so only they load. */
export function useAdminPart<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> | null {
  const isAdmin = useVisitor()?.isAdmin ?? false;
  const { Part, want } = usePart(load, "editor");
  useEffect(() => {
    if (isAdmin) want();
  }, [isAdmin, want]);
  return isAdmin ? Part : null;
}
