import { useEffect } from "react";
import { useVisitor } from "../../lib/context";
import { usePart } from "../../lib/parts/usePart";

const load = () => import("../penalties/SilenceText").then((module) => module.SilenceText);

/** For a member who may not write for now. Pages of other visitors do not load it. */
export function SilenceNotice() {
  const silence = useVisitor()?.silence;
  const { Part, want } = usePart(load, "editor");
  useEffect(() => {
    if (silence) want();
  }, [silence, want]);
  return silence && Part && <Part silence={silence} />;
}
