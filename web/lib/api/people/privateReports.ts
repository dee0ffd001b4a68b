import { type Outcome, write } from "../../requests/write";

/** Closes the report of a private message. What follows for the account is decided on its page. */
export function handlePrivateReport(report: string, outcome: "upheld" | "dismissed"): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("handle_private_report", { report, outcome }));
}
