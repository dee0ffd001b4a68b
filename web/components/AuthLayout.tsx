import { Outlet } from "react-router";

export function AuthLayout() {
  return (
    <main id="content">
      <Outlet />
    </main>
  );
}
