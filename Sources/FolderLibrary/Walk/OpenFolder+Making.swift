#if FolderLibrary || canImport(Darwin)
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension OpenFolder {
    /// Opens a folder beneath it, and makes those on the way that are not there; their names are on disk then.
    func folder(making path: some Sequence<[UInt8]>) throws(SystemError) -> OpenFolder {
        var folder = self
        for name in path {
            folder = try folder.named(name) { (folder, name) throws(SystemError) in
                if mkdirat(folder.descriptor, name, 0o755) == 0 {
                    try folder.synchronize()
                } else if errno != EEXIST {
                    throw SystemError(code: errno)
                }
                return try folder.folder(name)
            }
        }
        return folder
    }
}
#endif
