import { findMailLink } from "../../lib/account";
import { usePage } from "../../lib/context";
import { useHydrated } from "../../lib/useTimeZone";
import { MailLinkPanel } from "./MailLinkPanel";
import { SignInForm } from "./SignInForm";

/** Where members sign in, and where the links of mails lead that prove an address. */
export function SignIn() {
  const { query } = usePage();
  const isHydrated = useHydrated();
  const link = findMailLink(query);
  if (link) return <MailLinkPanel link={link} isReady={isHydrated} />;
  return <SignInForm isReady={isHydrated} />;
}
