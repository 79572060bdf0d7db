import Foundation

/// A folder read with system calls alone, relative to open folders and without a string for each file: the lower bound
/// for any index.
struct BareFolder: Sendable {
    /// The number of bytes read from a file, enough for the header of most photos.
    static let headLength = 8 << 10

    /// The files of one folder.
    private struct Folder: Sendable {
        var path: String
        /// The names of all files, each followed by a zero.
        var names: [CChar] = []
        /// The start of each name.
        var starts: [Int] = []
    }

    private var folders: [Folder] = []

    /// The number of files.
    var count: Int { folders.reduce(0) { $0 + $1.starts.count } }

    /// Reads all names, and the size and time of each file.
    static func walk(_ path: String) -> BareFolder {
        var found = BareFolder()
        found.visit(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path)
        return found
    }

    /// Visits an open folder, and closes it.
    private mutating func visit(_ descriptor: Int32, _ path: String) {
        guard descriptor >= 0 else { return }
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            return
        }
        defer { closedir(stream) }
        var folder = Folder(path: path)
        while let entry = readdir(stream) {
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 1) { note($0, in: descriptor, &folder) }
            }
        }
        folders.append(folder)
    }

    private mutating func note(_ name: UnsafePointer<CChar>, in descriptor: Int32, _ folder: inout Folder) {
        guard name[0] != 46 else { return }
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR {
            let inner = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            return visit(inner, folder.path + "/" + String(cString: name))
        }
        folder.starts.append(folder.names.count)
        folder.names.append(contentsOf: UnsafeBufferPointer(start: name, count: strlen(name) + 1))
    }

    /// Opens each file, reads its first 8 KB, and closes it, on several threads.
    func readHeads(threads: Int) async {
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<threads {
                group.addTask { _ = try? await onThread { readHeads(of: thread, threads) } }
            }
        }
    }

    /// Reads one thread's share of the files.
    private func readHeads(of thread: Int, _ threads: Int) {
        var buffer = [UInt8](repeating: 0, count: Self.headLength)
        forEachFile(of: thread, threads) { file in
            _ = buffer.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
        }
        blackHole(buffer[0])
    }

    /// Opens each file of a share, and closes it after the body.
    private func forEachFile(of thread: Int, _ threads: Int, _ body: (Int32) -> Void) {
        var before = 0
        for folder in folders {
            let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            // The shares continue from folder to folder, so that many small folders are shared too.
            let first = (thread + threads - before % threads) % threads
            for index in stride(from: first, to: folder.starts.count, by: threads) {
                let file = folder.names.withUnsafeBufferPointer { names in
                    names.baseAddress.map { openat(descriptor, $0 + folder.starts[index], O_RDONLY | O_CLOEXEC) } ?? -1
                }
                guard file >= 0 else { continue }
                body(file)
                close(file)
            }
            before += folder.starts.count
            close(descriptor)
        }
    }

    /// Evicts the contents of all files from the system's cache; names, sizes and times may stay cached.
    func forgetContents() {
        #if os(Linux)
            // Unwritten pages cannot be evicted.
            sync()
            forEachFile(of: 0, 1) { posix_fadvise($0, 0, 0, Int32(POSIX_FADV_DONTNEED)) }
        #endif
    }
}
