/** Has what waits in the outbox sent: when a page is opened, when something is put there, when the connection is back. */
import { hasWaiting, PUT_EVENT } from "../offline/outbox/storage";
import type { Router } from "../router/navigation";

export function watchOutbox(router: Router): void {
  let pause = 1000;
  const look = () => {
    if (!hasWaiting() || !navigator.onLine) return;
    import("../offline/outbox/sender").then(
      ({ sendWaiting }) => sendWaiting(router),
      () => {
        // The event may come before the connection carries anything.
        setTimeout(look, pause);
        pause *= 2;
      },
    );
  };
  addEventListener("online", look);
  addEventListener(PUT_EVENT, look);
  look();
}
