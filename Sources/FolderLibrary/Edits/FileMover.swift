#if FolderLibrary || canImport(Darwin)
import CameraRoll

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Moves files within the folder of photos and out of it, and back; replaces none.
struct FileMover {
    let root: OpenFolder

    /// Moves files, all or none.
    ///
    /// - Throws: the system's error, once those that were moved stand where they were.
    func move(_ moves: [FileMove]) throws(SystemError) {
        for (index, move) in moves.enumerated() {
            do throws(SystemError) {
                try self.move(move.origin, to: move.goal, inode: move.inode)
            } catch {
                moveBack(moves.prefix(index))
                throw error
            }
        }
    }

    /// Moves files back, as far as they stand where they were moved to; what is there instead is left alone.
    func moveBack(_ moves: some BidirectionalCollection<FileMove>) {
        for move in moves.reversed() { try? self.move(move.goal, to: move.origin, inode: move.inode) }
    }

    private func move(_ origin: [UInt8], to goal: [UInt8], inode: Int64) throws(SystemError) {
        let (source, target) = (try parent(of: origin), try parent(of: goal))
        try source.folder.named(source.name) { (sourceFolder, sourceName) throws(SystemError) in
            guard try sourceFolder.status(sourceName).inode == inode else { throw SystemError(code: ESTALE) }
            try target.folder.named(target.name) { (targetFolder, targetName) throws(SystemError) in
                try sourceFolder.move(sourceName, to: targetName, in: targetFolder)
            }
        }
    }

    /// The folder of a path, open, and the name in it.
    private func parent(of path: [UInt8]) throws(SystemError) -> (folder: OpenFolder, name: [UInt8]) {
        var names = path.split(separator: 47).map(Array.init)
        guard let name = names.popLast() else { throw SystemError(code: EINVAL) }
        guard path.first != 47 else {
            let folder = "/" + names.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
            return (try OpenFolder(root: folder), name)
        }
        return (try root.folder(at: names), name)
    }
}

extension OpenFolder {
    /// Gives a file another name, in another folder, where nothing has that name.
    fileprivate func move(
        _ name: UnsafePointer<CChar>, to goal: UnsafePointer<CChar>, in folder: OpenFolder
    ) throws(SystemError) {
        // A second name and then no first one, since a plain renaming would replace what is there.
        if linkat(descriptor, name, folder.descriptor, goal, 0) == 0 {
            guard unlinkat(descriptor, name, 0) == 0 else {
                let code = errno
                unlinkat(folder.descriptor, goal, 0)
                throw SystemError(code: code)
            }
            return
        }
        // Some volumes know no second names.
        guard errno == EPERM || errno == ENOTSUP || errno == EMLINK else { throw SystemError(code: errno) }
        if faccessat(folder.descriptor, goal, F_OK, AT_SYMLINK_NOFOLLOW) == 0 { throw SystemError(code: EEXIST) }
        guard renameat(descriptor, name, folder.descriptor, goal) == 0 else { throw SystemError(code: errno) }
    }
}
#endif
