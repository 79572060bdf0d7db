#if FolderLibrary && os(Linux)
import CameraRoll
import Glibc

/// The extended attributes that programs store with users' files, such as tags and ratings.
///
/// On Apple systems the system's copy of a file has them.
enum ExtendedAttributes {
    private typealias List = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<CChar>, Int) -> Int
    private typealias Get =
        @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer, Int) -> Int
    private typealias Set =
        @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32) -> Int32

    // Swift does not import these.
    private static let list = dlsym(nil, "listxattr").map { unsafeBitCast($0, to: List.self) }
    private static let get = dlsym(nil, "getxattr").map { unsafeBitCast($0, to: Get.self) }
    private static let set = dlsym(nil, "setxattr").map { unsafeBitCast($0, to: Set.self) }
    /// The system's limit of the names of a file's attributes together, and of the value of one.
    private static let longest = 64 << 10

    /// Copies those that are not the system's own to a copy of the file, also if that may only be read.
    static func copy(from path: String, to goal: String, _ hooks: FolderTestHooks) throws(SystemError) {
        guard let list, let get, let set else { throw SystemError(code: ENOSYS) }
        var (names, value) = ([CChar](repeating: 0, count: longest), [UInt8](repeating: 0, count: longest))
        let length = list(path, &names, longest)
        // A volume without attributes has none to copy.
        guard length >= 0 || errno != ENOTSUP else { return }
        guard length >= 0 else { throw SystemError(code: errno) }
        var status = stat()
        guard stat(goal, &status) == 0 else { throw SystemError(code: errno) }
        let own = names.prefix(length).split(separator: 0).map { Array($0) + [0] }
            .filter { $0.starts(with: "user.".utf8.map { CChar(bitPattern: $0) }) }
        if !own.isEmpty { chmod(goal, status.st_mode | 0o200) }
        defer { if !own.isEmpty { chmod(goal, status.st_mode) } }
        for name in own {
            let length = get(path, name, &value, longest)
            let refusal = hooks.refusal(of: .attribute)
            guard length >= 0, refusal == nil, set(goal, name, value, length, 0) == 0 else {
                throw SystemError(code: refusal ?? errno)
            }
        }
    }
}
#endif
