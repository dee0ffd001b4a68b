import { Link } from "react-router";
import { pathTo } from "../../generated/paths";
import { signMemberFile } from "../../lib/api/memberFiles";
import { useLang, useVisitor } from "../../lib/context";
import { useAction } from "../../lib/requests/useAction";
import { useTranslation } from "../../lib/texts";
import { showToast } from "../../lib/toasts";

interface Props {
  address: string;
  children: string;
}

/** A file for members: others are asked to sign in first. */
export function MemberFileLink({ address, children }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const isMember = useVisitor() !== null;
  const { run, isRunning } = useAction(signMemberFile);
  if (!isMember) {
    return (
      <Link className="stretched" to={pathTo.signin({ lang }, { next: pathTo.resources({ lang }) })}>
        {children}
      </Link>
    );
  }
  const handleClick = async () => {
    const outcome = await run(address);
    if (outcome?.failure) showToast(t(outcome.failure.key), { tone: "error" });
    if (outcome?.value) location.assign(outcome.value.signedUrl);
  };
  return (
    <button className="stretched" type="button" aria-busy={isRunning || undefined} onClick={handleClick}>
      {children}
    </button>
  );
}
