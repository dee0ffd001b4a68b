"""What can be wrong, in the words of the wire: storage contract, section 2."""

import asyncpg
import msgspec


class StorageError(Exception):
    """A refusal. `status` is what the body says; the answer itself has `http_status`, which is mostly 400."""

    def __init__(self, code: str, message: str, status: int = 400, *, label: str = "", http_status: int = 400) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.label = label or code
        self.http_status = http_status
        self.headers: list[tuple[bytes, bytes]] = []

    def body(self) -> bytes:
        """The JSON that the clients read."""
        fields = {"statusCode": str(self.status), "error": self.label, "message": self.message, "code": self.code}
        return msgspec.json.encode(fields)


def no_such_bucket() -> StorageError:
    """There is none of that name, or not for this caller."""
    return StorageError("NoSuchBucket", "Bucket not found", 404, label="Bucket not found")


def no_such_key() -> StorageError:
    """There is no such object, or not for this caller."""
    return StorageError("NoSuchKey", "Object not found", 404, label="not_found")


def no_bytes() -> StorageError:
    """A row whose bytes are gone: the folder was tampered with."""
    error = StorageError("NoSuchKey", "The resource was not found", 404, label="Not found")
    error.headers = [(b"cache-control", b"no-store")]
    return error


def duplicate(code: str = "ResourceAlreadyExists") -> StorageError:
    """The place is taken."""
    return StorageError(code, "The resource already exists", 409, label="Duplicate")


def access_denied(message: str, *, http_status: int = 400) -> StorageError:
    """The caller may not, or is nobody."""
    return StorageError("AccessDenied", message, 403, label="Unauthorized", http_status=http_status)


def invalid_key(key: str) -> StorageError:
    """A name that no object may have."""
    return StorageError("InvalidKey", f"Invalid key: {key}")


def invalid_bucket_name() -> StorageError:
    """A name that no bucket may have."""
    return StorageError("InvalidBucketName", "Bucket name invalid", label="Invalid Input")


def too_large(what: str = "object exceeded the maximum allowed size") -> StorageError:
    """More bytes than are allowed."""
    return StorageError("EntityTooLarge", f"The {what}", 413, label="Payload too large")


def bad_type(mimetype: str) -> StorageError:
    """A media type that the bucket does not take, or that the content gives the lie."""
    return StorageError("InvalidMimeType", f"mime type {mimetype} is not supported", 415, label="invalid_mime_type")


def bad_type_header() -> StorageError:
    """What is given as a media type is none."""
    return StorageError("InvalidMimeType", "Invalid Content-Type header", 415, label="invalid_mime_type")


def invalid_range() -> StorageError:
    """A range that the object does not have."""
    return StorageError("InvalidRange", "invalid range provided", 416, label="invalid_range", http_status=416)


def invalid_request(message: str, *, label: str = "") -> StorageError:
    """A request that makes no sense as it is."""
    return StorageError("InvalidRequest", message, label=label)


def invalid_schema(message: str) -> StorageError:
    """A header, query or body that lacks something or has it in the wrong form."""
    return StorageError("InvalidRequest", message, label="Error")


def invalid_body(message: str, status: int = 400) -> StorageError:
    """A body that cannot be read."""
    return StorageError("InvalidRequest", message, status, label="FastifyError", http_status=status)


def body_timeout() -> StorageError:
    """The client sent nothing for the idle timeout."""
    return StorageError("AbortedTerminate", "The upload fell silent", 408, http_status=408)


def invalid_parameter(name: str) -> StorageError:
    """A value that the parameter cannot have."""
    return StorageError("InvalidParameter", f"Invalid Parameter {name}")


def invalid_signature(message: str = "Invalid signature") -> StorageError:
    """A signed address that is good for something else."""
    return StorageError("InvalidSignature", message)


def invalid_token(message: str) -> StorageError:
    """A signed address whose token cannot be believed."""
    return StorageError("InvalidJWT", message)


def internal(message: str = "Internal Server Error") -> StorageError:
    """Our own failure."""
    return StorageError("InternalError", message, 500, http_status=500)


def disk_full() -> StorageError:
    """The disk is full."""
    return internal("No room is left for objects")


def busy() -> StorageError:
    """Nothing is wrong with the request, but every place where pictures are drawn is taken."""
    error = StorageError("SlowDown", "Too many pictures are being drawn", 429, http_status=429)
    error.headers = [(b"retry-after", b"10")]
    return error


def from_database_error(error: Exception) -> StorageError:
    """What the database's refusal is on the wire."""
    if isinstance(error, asyncpg.InsufficientPrivilegeError):
        is_policy = "row-level security" in str(error) or "permission denied" in str(error)
        return access_denied("new row violates row-level security policy" if is_policy else str(error))
    if isinstance(error, asyncpg.UniqueViolationError):
        return duplicate()
    if isinstance(error, asyncpg.ForeignKeyViolationError):
        return StorageError("RelatedResourceNotFound", "The related resource does not exist", 404)
    if isinstance(error, asyncpg.LockNotAvailableError):
        return StorageError("ResourceLocked", "The resource is locked", 423)
    if isinstance(error, asyncpg.QueryCanceledError | TimeoutError):
        return StorageError("DatabaseTimeout", "The connection to the database timed out", 544, http_status=544)
    if isinstance(error, asyncpg.ReadOnlySQLTransactionError):
        return StorageError("DatabaseReadOnly", "The database takes no writes now", 503)
    if isinstance(error, asyncpg.TooManyConnectionsError):
        message = "Too many connections issued to the database"
        return StorageError("SlowDown", message, 429, label="too_many_connections", http_status=429)
    if isinstance(error, asyncpg.InvalidTextRepresentationError):
        return invalid_parameter("value")
    if isinstance(error, asyncpg.DataError):
        return invalid_request("The database cannot hold this value")
    return StorageError("DatabaseError", "The database could not answer", 500, http_status=500)
