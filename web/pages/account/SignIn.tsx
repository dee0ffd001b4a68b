import { findMailLink } from "../../auth/account";
import { pathTo } from "../../generated/paths";
import type { SignInOptions } from "../../generated/payloads";
import { findLocalPath } from "../../lib/address";
import { usePage } from "../../lib/context";
import { useHydrated } from "../../lib/format/useTimeZone";
import type { PageProps } from "../../lib/page";
import { FactorForm } from "./factor/FactorForm";
import { CodeForm } from "./forms/CodeForm";
import { CompanyForm } from "./forms/CompanyForm";
import { SignInForm } from "./forms/SignInForm";
import { MailLinkPanel } from "./MailLinkPanel";

/** Sign-in by the method in the address, and the target of links that confirm an email address. */
export function SignIn({ data: options }: PageProps<SignInOptions>) {
  const { lang, query } = usePage();
  const isReady = useHydrated();
  const link = findMailLink(query);
  const goOn = findLocalPath(query.next) ?? pathTo.home({ lang });
  if (link) return <MailLinkPanel link={link} isReady={isReady} />;
  if (query.method === "factor") return <FactorForm isReady={isReady} />;
  if (query.method === "code") return <CodeForm options={options} goOn={goOn} isReady={isReady} />;
  if (query.method === "company" && options.company)
    return <CompanyForm options={options} goOn={goOn} isReady={isReady} />;
  return <SignInForm options={options} goOn={goOn} isReady={isReady} />;
}
