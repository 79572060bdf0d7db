#if FolderLibrary || canImport(Darwin)
import Foundation

#if os(Linux) || os(macOS)
/// A user whom permissions apply to: for a test's own process, since root may do everything.
enum PlainUser {
    private static let id: uid_t = 65_534

    /// Makes this process the user's permanently, if it is root's.
    static func enter() {
        guard getuid() == 0 else { return }
        precondition(setgid(id) == 0 && setuid(id) == 0, "root cannot become another user")
    }
}

extension ScratchFolder {
    /// Lets all users read and write its contents.
    func open() {
        chmod(url.path, 0o777)
        for path in FileManager.default.enumerator(atPath: url.path)?.compactMap({ $0 as? String }) ?? [] {
            var status = stat()
            let whole = url.path + "/" + path
            if lstat(whole, &status) == 0 { chmod(whole, status.st_mode & S_IFMT == S_IFDIR ? 0o777 : 0o666) }
        }
    }
}
#endif
#endif
