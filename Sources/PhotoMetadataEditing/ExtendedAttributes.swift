import PhotoMetadata

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Names and values that a file system keeps beside a file's bytes: labels, download origins, access lists.
enum ExtendedAttributes {
    /// The longest value that is copied; file systems other than Apple's allow 64 KB.
    private static let longest = 1 << 20

    /// The attributes that hold access lists: a file that loses them may become readable by other users.
    ///
    /// Apple's kernel keeps them in `com.apple.system.Security`, which it neither lists nor lets programs read or
    /// write: there, `copyfile` copies them.
    private static let access = ["system.posix_acl_", "security."]

    /// Copies them from one open file to another, as far as both file systems and the user's rights allow.
    ///
    /// - Parameter onlyAccess: copies only attributes that say who may read the file; others may say where it came
    ///   from.
    static func copy(from source: Int32, to target: Int32, onlyAccess: Bool = false) {
        for name in names(of: source) {
            guard !onlyAccess || access.contains(where: name.hasPrefix) else { continue }
            guard let value = bytes({ systemGet(source, name, $0, $1) }) else { continue }
            _ = value.withUnsafeBytes { systemSet(target, name, $0.baseAddress, $0.count) }
        }
        systemCopyAccessList(source, target)
    }

    /// The value of an attribute; nil if the file does not have the attribute.
    static func value(_ name: String, of descriptor: Int32) -> [UInt8]? {
        bytes { systemGet(descriptor, name, $0, $1) }
    }

    /// Sets an attribute; returns false if the file system has none, or does not allow it.
    static func set(_ name: String, to value: [UInt8], of descriptor: Int32) -> Bool {
        value.withUnsafeBytes { systemSet(descriptor, name, $0.baseAddress, $0.count) } == 0
    }

    private static func names(of descriptor: Int32) -> [String] {
        let list = bytes { systemList(descriptor, $0, $1) } ?? []
        return list.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The result of a call that is made first for the length and then for the bytes; nil if there is nothing.
    private static func bytes(_ call: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8]? {
        let count = call(nil, 0)
        guard (1...longest).contains(count) else { return count == 0 ? [] : nil }
        var bytes = [UInt8](repeating: 0, count: count)
        let found = bytes.withUnsafeMutableBytes { call($0.baseAddress, $0.count) }
        return found >= 0 ? Array(bytes.prefix(found)) : nil
    }
}

#if canImport(Darwin)
    private func systemList(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        flistxattr(file, buffer?.assumingMemoryBound(to: CChar.self), count, 0)
    }

    private func systemGet(_ file: Int32, _ name: String, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        fgetxattr(file, name, buffer, count, 0, 0)
    }

    private func systemSet(_ file: Int32, _ name: String, _ value: UnsafeRawPointer?, _ count: Int) -> Int32 {
        fsetxattr(file, name, value, count, 0, 0)
    }

    /// Copies the access list; entries that the new file inherited from its folder stay.
    private func systemCopyAccessList(_ source: Int32, _ target: Int32) {
        _ = fcopyfile(source, target, nil, copyfile_flags_t(COPYFILE_ACL))
    }
#else
    // Swift's module of the C library lacks <sys/xattr.h>, so its functions are looked up by name, with the types
    // from the manual.
    private typealias ListCall = @convention(c) (Int32, UnsafeMutableRawPointer?, Int) -> Int
    private typealias GetCall = @convention(c) (Int32, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
    private typealias SetCall = @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32

    private let listFunction = dlsym(nil, "flistxattr").map { unsafeBitCast($0, to: ListCall.self) }
    private let getFunction = dlsym(nil, "fgetxattr").map { unsafeBitCast($0, to: GetCall.self) }
    private let setFunction = dlsym(nil, "fsetxattr").map { unsafeBitCast($0, to: SetCall.self) }

    private func systemList(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        listFunction?(file, buffer, count) ?? -1
    }

    private func systemGet(_ file: Int32, _ name: String, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        getFunction?(file, name, buffer, count) ?? -1
    }

    private func systemSet(_ file: Int32, _ name: String, _ value: UnsafeRawPointer?, _ count: Int) -> Int32 {
        setFunction?(file, name, value, count, 0) ?? -1
    }

    /// Does nothing: on Linux access lists are attributes.
    private func systemCopyAccessList(_ source: Int32, _ target: Int32) {}
#endif
