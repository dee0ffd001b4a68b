/** Maps errors of the storage service to text keys. */
import { type Failure, readFailure } from "../requests/errors";

const BY_CODE: Record<string, string> = {
  EntityTooLarge: "upload.error.large",
  InvalidMimeType: "upload.error.kind",
  InvalidImage: "upload.error.damaged",
  AccessDenied: "upload.error.refused",
  SlowDown: "error.busy",
  DatabaseTimeout: "error.busy",
};

export function readUploadFailure(error: unknown): Failure {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  const key = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  return key ? { key, isRetryable: key === "error.busy", code } : readFailure(error);
}
