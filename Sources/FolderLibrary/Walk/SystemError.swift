#if FolderLibrary || canImport(Darwin)
import Foundation

/// The system's error number.
struct SystemError: Error, Hashable {
    let code: Int32
}

extension SystemError {
    /// The system's error within one of Foundation's; `EIO` if it contains none.
    init(_ error: CocoaError) {
        code = (error.underlying as? POSIXError)?.code.rawValue ?? Self.codes[error.code] ?? EIO
    }

    /// The errors for which Foundation uses its own codes.
    private static let codes: [CocoaError.Code: Int32] = [
        .fileReadNoSuchFile: ENOENT, .fileNoSuchFile: ENOENT, .fileReadNoPermission: EACCES,
        .fileWriteNoPermission: EACCES, .fileWriteOutOfSpace: ENOSPC, .fileWriteVolumeReadOnly: EROFS,
        .fileWriteFileExists: EEXIST,
    ]
}

extension SystemError: CustomStringConvertible {
    /// The system's message.
    var description: String { String(cString: strerror(code)) }
}
#endif
