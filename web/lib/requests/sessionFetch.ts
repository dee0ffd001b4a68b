/**
 * `fetch` of the official client, with two changes to responses of the auth service.
 *
 * The client removes its session when a refresh gets a 4xx status, 429 included. A rate limit says nothing about the
 * session, so the client sees 503 instead: it retries with backoff and keeps the session.
 *
 * The client compares `expires_at`, a time of the server's clock, with the clock of the device. On a device two hours
 * ahead every new session would be expired at once and be refreshed in a loop. `expires_at` therefore becomes a time of
 * the device: the arrival of the response plus `expires_in`.
 */
export const sessionFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const address = input instanceof Request ? input.url : String(input);
  if (!address.includes("/auth/v1/")) return response;
  if (response.status === 429 && address.includes("/token?grant_type=refresh_token"))
    return new Response(response.body, { status: 503, headers: response.headers });
  if (response.status === 400 && address.includes("=password"))
    await import("../../auth/ban").then(({ noteBan }) => noteBan(response.clone()));
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return response.ok && isJson ? withLocalExpiry(response) : response;
};

async function withLocalExpiry(response: Response): Promise<Response> {
  const arrivedAt = Math.floor(Date.now() / 1000);
  const text = await response.text();
  return new Response(moveExpiry(text, arrivedAt), { status: response.status, headers: response.headers });
}

/** The body of a session with `expires_at` by the device's clock; any other body as it is. */
function moveExpiry(text: string, arrivedAt: number): string {
  if (!text.includes('"expires_in"')) return text;
  try {
    const body = JSON.parse(text);
    const isSession = typeof body.expires_in === "number" && typeof body.expires_at === "number";
    return isSession ? JSON.stringify({ ...body, expires_at: arrivedAt + body.expires_in }) : text;
  } catch {
    return text;
  }
}
