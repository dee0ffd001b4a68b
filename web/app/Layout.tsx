import { Outlet } from "react-router";
import { ConsentNotice } from "../components/feedback/ConsentNotice";
import { SilenceNotice } from "../components/feedback/SilenceNotice";
import { useTranslation } from "../lib/texts";
import { BottomNav } from "./BottomNav";
import { Footer } from "./Footer";
import { Header } from "./header/Header";
import styles from "./Layout.module.css";

/** The frame of every screen but the account ones. */
export function Layout() {
  const { t } = useTranslation();
  return (
    <>
      <a className={styles.skip} href="#content">
        {t("nav.skip")}
      </a>
      <Header />
      <main id="content" className={styles.main} tabIndex={-1}>
        <ConsentNotice />
        <SilenceNotice />
        <Outlet />
      </main>
      <Footer />
      <BottomNav />
    </>
  );
}
