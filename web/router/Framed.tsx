import type { ReactNode } from "react";
import { AdminLayout } from "../app/AdminLayout";
import { AuthLayout } from "../app/AuthLayout";
import { Layout } from "../app/Layout";
import type { Screen } from "../generated/screens";
import { OutletContext } from "./router";

const FRAMES = { default: Layout, auth: AuthLayout, admin: AdminLayout };

interface Props {
  layout: Screen["layout"] | undefined;
  children: ReactNode;
}

/** A page in its screen's layout. A path without a screen has the default one. */
export function Framed({ layout, children }: Props) {
  const Frame = FRAMES[layout ?? "default"];
  return (
    <OutletContext value={children}>
      <Frame />
    </OutletContext>
  );
}
