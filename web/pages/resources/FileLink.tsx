import { Link } from "react-router";
import { pathTo } from "../../generated/paths";
import { isMemberFile, signMemberFile } from "../../lib/api/memberFiles";
import { useLang, useVisitor } from "../../lib/context";
import { useAction } from "../../lib/requests/useAction";
import { useTranslation } from "../../lib/texts";
import { showToast } from "../../lib/toasts";

interface Props {
  address: string;
  className: string;
  lang?: string;
  /** Where the words alone do not say which resource it is. */
  label?: string;
  children: string;
}

/** The way to a file or link. One for members is signed for them; others are asked to sign in first. */
export function FileLink({ address, label, ...shown }: Props) {
  const lang = useLang();
  const isMember = useVisitor() !== null;
  if (!isMemberFile(address)) return <a href={address} rel="noopener" aria-label={label} {...shown} />;
  if (isMember) return <SignedFile address={address} label={label} {...shown} />;
  return <Link to={pathTo.signin({ lang }, { next: pathTo.resources({ lang }) })} aria-label={label} {...shown} />;
}

function SignedFile({ address, label, ...shown }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useAction(signMemberFile);
  const handleClick = async () => {
    const outcome = await run(address);
    if (outcome?.failure) showToast(t(outcome.failure.key), { tone: "error" });
    if (outcome?.value) location.assign(outcome.value.signedUrl);
  };
  return (
    <button type="button" aria-label={label} aria-busy={isRunning || undefined} onClick={handleClick} {...shown} />
  );
}
