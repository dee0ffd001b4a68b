/** Details beside the auth service's error for a banned user who gave the right password. Not in the protocol. */
export interface Ban {
  until: string;
  reason: string;
}

let last: Ban | null = null;

/** From the response to a sign-in: the official client passes on neither unknown fields nor the body. */
export async function noteBan(response: Response): Promise<void> {
  const body: unknown = await response.json().catch(() => null);
  const ban = typeof body === "object" && body !== null && "ban" in body ? body.ban : null;
  last = ban as Ban | null;
}

/** Of the last rejected sign-in. */
export function findBan(): Ban | null {
  return last;
}
