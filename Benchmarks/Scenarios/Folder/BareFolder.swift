import Foundation

/// A folder read with system calls alone: the lower bound for any index.
struct BareFolder: Sendable {
    private static let headLength = 16 << 10

    private(set) var files: [String] = []
    private(set) var folders = 0

    /// Reads all names, and the size and time of each file.
    static func walk(_ path: String) -> BareFolder {
        var found = BareFolder()
        found.visit(path)
        return found
    }

    private mutating func visit(_ path: String) {
        guard let stream = opendir(path) else { return }
        defer { closedir(stream) }
        folders += 1
        let descriptor = dirfd(stream)
        while let entry = readdir(stream) {
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 1) { name in
                    guard name[0] != 46 else { return }
                    var status = stat()
                    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
                    let inner = path + "/" + String(cString: name)
                    if status.st_mode & S_IFMT == S_IFDIR { visit(inner) } else { files.append(inner) }
                }
            }
        }
    }

    /// Opens each file, reads its first 16 KB, and closes it, on several threads.
    func readHeads(threads: Int) async {
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<threads {
                group.addTask {
                    _ = try? await onThread {
                        var buffer = [UInt8](repeating: 0, count: Self.headLength)
                        for index in stride(from: thread, to: files.count, by: threads) {
                            Self.readHead(of: files[index], &buffer)
                        }
                        blackHole(buffer[0])
                    }
                }
            }
        }
    }

    private static func readHead(of path: String, _ buffer: inout [UInt8]) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = buffer.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
        close(file)
    }

    /// Evicts the contents of all files from the system's cache; names, sizes and times may stay cached.
    func forgetContents() {
        #if os(Linux)
            // Unwritten pages cannot be evicted.
            sync()
            for path in files {
                let file = open(path, O_RDONLY | O_CLOEXEC)
                guard file >= 0 else { continue }
                posix_fadvise(file, 0, 0, Int32(POSIX_FADV_DONTNEED))
                close(file)
            }
        #endif
    }
}
