import type { Failure } from "../../lib/requests/errors";
import { FailureNotice } from "./FailureNotice";
import { Skeleton } from "./Skeleton";

interface ListStateProps<Item> {
  items: readonly Item[];
  /** Rendered for an empty list: an `EmptyState`. */
  empty: React.ReactNode;
  children: (items: readonly Item[]) => React.ReactNode;
  /** For lists that the browser fetches itself; what comes with the page is never loading. */
  isLoading?: boolean;
  failure?: Failure | null;
  onRetry?: () => void;
  /** Under the list: a `Pager`. */
  pager?: React.ReactNode;
}

/** A list in each of its states: loading, failed, empty, filled. */
export function ListState<Item>(props: ListStateProps<Item>) {
  const { items, empty, children, isLoading = false, failure = null, onRetry, pager } = props;
  if (failure) return <FailureNotice failure={failure} onRetry={onRetry} />;
  if (items.length === 0) return isLoading ? <Skeleton lines={6} /> : empty;
  return (
    <div className="stack">
      {children(items)}
      {pager}
    </div>
  );
}
