/**
 * Where people act, richer parts (Mantine's, the editor) are loaded on top of the page; readers never pay for them.
 *
 *   const SlotCalendar = act(() => import("./SlotCalendar").then((module) => module.SlotCalendar), <Skeleton lines={8} />);
 *
 * The server and the first drawing in the browser show the fallback; then the part's chunk, Mantine's provider and
 * its style sheet arrive together. Give the fallback about the part's height, so that nothing jumps.
 */
import { type ComponentType, createElement, lazy, Suspense } from "react";
import { useHydrated } from "../lib/useTimeZone";
import { Skeleton } from "./Skeleton";

export function act<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: React.ReactNode = <Skeleton lines={5} />,
): ComponentType<Props> {
  const Part = lazy(async () => {
    const [{ ActProvider }, Loaded] = await Promise.all([import("./ActProvider"), load()]);
    const Provided = (props: Props) => <ActProvider>{createElement(Loaded, props)}</ActProvider>;
    return { default: Provided };
  });
  return function Act(props: Props) {
    if (!useHydrated()) return fallback;
    return <Suspense fallback={fallback}>{createElement(Part, props)}</Suspense>;
  };
}
