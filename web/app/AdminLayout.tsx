import { Outlet } from "react-router";
import { usePage } from "../lib/context";
import { Layout } from "./Layout";

/**
 * The administration: its pages draw their own frame (pages/admin/frame), which readers therefore never load. Errors have
 * the frame of every other page: visitors without access see the same 404 page as elsewhere.
 */
export function AdminLayout() {
  const { status } = usePage();
  return status < 400 ? <Outlet /> : <Layout />;
}
