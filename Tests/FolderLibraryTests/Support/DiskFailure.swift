#if FolderLibrary || canImport(Darwin)
@testable import FolderLibrary
import Foundation

extension FolderTestHooks {
    /// The system's error for a disk that cannot be written to, for a durable step to throw.
    static var diskFailure: any Error { SystemError(code: EIO) }
}
#endif
