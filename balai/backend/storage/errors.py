"""All errors of the service, as clients receive them (storage contract, section 2)."""

import asyncpg
import msgspec

from balai.database.availability import RETRY_AFTER, is_unreachable


class StorageError(Exception):
    """An error response. `status` is the number in the body; the HTTP status is `http_status`, in most cases 400."""

    def __init__(self, code: str, message: str, status: int = 400, *, label: str = "", http_status: int = 400) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.label = label or code
        self.http_status = http_status
        self.headers: list[tuple[bytes, bytes]] = []

    def body(self) -> bytes:
        """Returns the JSON body that clients read."""
        fields = {"statusCode": str(self.status), "error": self.label, "message": self.message, "code": self.code}
        return msgspec.json.encode(fields)


def no_such_bucket() -> StorageError:
    """No such bucket exists, or the caller may not see it."""
    return StorageError("NoSuchBucket", "Bucket not found", 404, label="Bucket not found")


def no_such_key() -> StorageError:
    """No such object exists, or the caller may not see it."""
    return StorageError("NoSuchKey", "Object not found", 404, label="not_found")


def no_bytes() -> StorageError:
    """The row exists, its bytes do not: the blobs were changed outside of the service."""
    error = StorageError("NoSuchKey", "The resource was not found", 404, label="Not found")
    error.headers = [(b"cache-control", b"no-store")]
    return error


def duplicate(code: str = "ResourceAlreadyExists") -> StorageError:
    """The name is already in use."""
    return StorageError(code, "The resource already exists", 409, label="Duplicate")


def access_denied(message: str, *, http_status: int = 400) -> StorageError:
    """The caller lacks the permission, or is not authenticated."""
    return StorageError("AccessDenied", message, 403, label="Unauthorized", http_status=http_status)


def invalid_key(key: str) -> StorageError:
    """The object name is not allowed."""
    return StorageError("InvalidKey", f"Invalid key: {key}")


def invalid_bucket_name() -> StorageError:
    """The bucket name is not allowed."""
    return StorageError("InvalidBucketName", "Bucket name invalid", label="Invalid Input")


def too_large(what: str = "object exceeded the maximum allowed size") -> StorageError:
    """More bytes than the limit allows."""
    return StorageError("EntityTooLarge", f"The {what}", 413, label="Payload too large")


def bad_type(mimetype: str) -> StorageError:
    """The bucket does not accept this media type, or the content contradicts it."""
    return StorageError("InvalidMimeType", f"mime type {mimetype} is not supported", 415, label="invalid_mime_type")


def invalid_image() -> StorageError:
    """The bytes are no image that can be decoded, in a bucket for images."""
    return StorageError("InvalidImage", "The image is damaged or of an unsupported kind", 422)


def bad_type_header() -> StorageError:
    """The Content-Type header is not a media type."""
    return StorageError("InvalidMimeType", "Invalid Content-Type header", 415, label="invalid_mime_type")


def invalid_range() -> StorageError:
    """The object does not have this range."""
    return StorageError("InvalidRange", "invalid range provided", 416, label="invalid_range", http_status=416)


def invalid_request(message: str, *, label: str = "") -> StorageError:
    """The request makes no sense in this form."""
    return StorageError("InvalidRequest", message, label=label)


def invalid_schema(message: str) -> StorageError:
    """A header, the query or the body lacks a property or has it in the wrong form."""
    return StorageError("InvalidRequest", message, label="Error")


def invalid_body(message: str, status: int = 400) -> StorageError:
    """The body cannot be read."""
    return StorageError("InvalidRequest", message, status, label="FastifyError", http_status=status)


def body_timeout() -> StorageError:
    """The client sent nothing for the idle timeout."""
    return StorageError("AbortedTerminate", "The request body did not arrive in time", 408, http_status=408)


def invalid_parameter(name: str) -> StorageError:
    """The parameter does not accept this value."""
    return StorageError("InvalidParameter", f"Invalid Parameter {name}")


def invalid_signature(message: str = "Invalid signature") -> StorageError:
    """The signed address is for another object or operation."""
    return StorageError("InvalidSignature", message)


def invalid_token(message: str) -> StorageError:
    """The token of the signed address is invalid."""
    return StorageError("InvalidJWT", message)


def internal(message: str = "Internal Server Error") -> StorageError:
    """An unexpected error of the service."""
    return StorageError("InternalError", message, 500, http_status=500)


def disk_full() -> StorageError:
    """The disk is full."""
    return internal("The disk is full")


def busy() -> StorageError:
    """The request is valid, but all rendering processes are busy."""
    error = StorageError("SlowDown", "Too many images are being rendered", 429, http_status=429)
    error.headers = [(b"retry-after", b"10")]
    return error


def from_database_error(error: Exception) -> StorageError:
    """Maps a database error to the error that clients receive."""
    if isinstance(error, asyncpg.InsufficientPrivilegeError):
        is_policy = "row-level security" in str(error) or "permission denied" in str(error)
        return access_denied("new row violates row-level security policy" if is_policy else str(error))
    if isinstance(error, asyncpg.UniqueViolationError):
        return duplicate()
    if isinstance(error, asyncpg.ForeignKeyViolationError):
        return StorageError("RelatedResourceNotFound", "The related resource does not exist", 404)
    if isinstance(error, asyncpg.LockNotAvailableError):
        return StorageError("ResourceLocked", "The resource is locked", 423)
    if isinstance(error, asyncpg.QueryCanceledError):
        return StorageError("DatabaseTimeout", "The connection to the database timed out", 544, http_status=544)
    if isinstance(error, asyncpg.ReadOnlySQLTransactionError):
        return StorageError("DatabaseReadOnly", "The database is read-only", 503)
    if isinstance(error, asyncpg.TooManyConnectionsError):
        message = "Too many connections issued to the database"
        return StorageError("SlowDown", message, 429, label="too_many_connections", http_status=429)
    if isinstance(error, asyncpg.InvalidTextRepresentationError):
        return invalid_parameter("value")
    if isinstance(error, asyncpg.DataError):
        return invalid_request("The database cannot store this value")
    if is_unreachable(error):
        away = StorageError("DatabaseError", "The database cannot be reached", 503, http_status=503)
        away.headers = [RETRY_AFTER]
        return away
    return StorageError("DatabaseError", "The database could not answer", 500, http_status=500)
