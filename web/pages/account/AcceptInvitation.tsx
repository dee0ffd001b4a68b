import { useEffect } from "react";
import { useNavigate } from "react-router";
import { acceptInvitation } from "../../auth/account";
import { Skeleton } from "../../components/feedback/Skeleton";
import { pathTo } from "../../generated/paths";
import { useLang } from "../../lib/context";

interface Props {
  token: string;
  next: string | null;
}

/** A new member is back from a provider: their invitation is handed in, then the page that was requested opens. */
export function AcceptInvitation({ token, next }: Props) {
  const lang = useLang();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; without the invitation the layout redirects.
  useEffect(() => {
    acceptInvitation(token).then(() => navigate(pathTo.signup({ lang }, { next }), { replace: true }));
  }, [token]);
  return <Skeleton lines={3} />;
}
