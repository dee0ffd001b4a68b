/**
 * `fetch` of the official client. The client removes its session when a refresh gets a 4xx status, 429 included. A rate
 * limit says nothing about the session, so the client sees 503 instead: it retries with backoff and keeps the session.
 */
export const refreshFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.status !== 429 || !isRefresh(input)) return response;
  return new Response(response.body, { status: 503, headers: response.headers });
};

function isRefresh(input: RequestInfo | URL): boolean {
  const address = input instanceof Request ? input.url : String(input);
  return address.includes("/auth/v1/token?grant_type=refresh_token");
}
