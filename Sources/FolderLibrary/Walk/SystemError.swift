#if FolderLibrary || canImport(Darwin)
import Foundation

/// The system's error number.
struct SystemError: Error, Hashable {
    let code: Int32
}

extension SystemError {
    /// The system's error in one of Foundation's; `EIO` where it keeps it to itself.
    init(_ error: CocoaError) {
        code = (error.underlying as? POSIXError)?.code.rawValue ?? Self.codes[error.code] ?? EIO
    }

    /// What Foundation says in words of its own.
    private static let codes: [CocoaError.Code: Int32] = [
        .fileReadNoSuchFile: ENOENT, .fileNoSuchFile: ENOENT, .fileReadNoPermission: EACCES,
        .fileWriteNoPermission: EACCES, .fileWriteOutOfSpace: ENOSPC, .fileWriteVolumeReadOnly: EROFS,
        .fileWriteFileExists: EEXIST,
    ]
}

extension SystemError: CustomStringConvertible {
    /// The system's own words.
    var description: String { String(cString: strerror(code)) }
}
#endif
