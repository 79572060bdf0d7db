#if FolderLibrary || canImport(Darwin)
import CameraRoll

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Moves files within the folder of photos and out of it, and back; replaces none.
///
/// Paths come from an index, which anybody may have written: they lead nowhere but beneath the root and, where they
/// begin with a slash, into the trash of the configuration.
struct FileMover {
    let root: OpenFolder
    /// Where deleted files go; nil if that is beneath the root.
    var trash: String?
    var hooks = FolderTestHooks()
    /// What the system is taken to answer to any move; nil if it is asked.
    var refusal: Int32?

    /// Moves files, all or none.
    ///
    /// - Throws: the system's error, once those that were moved stand if they were.
    func move(_ moves: [FileMove]) throws(SystemError) {
        for (index, move) in moves.enumerated() {
            do throws(SystemError) {
                try self.move(move.origin, to: move.goal, inode: move.inode)
                hooks.reach(.fileMoved)
            } catch {
                moveBack(moves.prefix(index))
                throw error
            }
        }
    }

    /// Moves files back, as far as they stand where they were moved to; what is there instead is left alone.
    ///
    /// - Returns: those that are to be moved back another time, since the system refused it now.
    @discardableResult
    func moveBack(_ moves: some BidirectionalCollection<FileMove>) -> [FileMove] {
        var left: [FileMove] = []
        for move in moves.reversed() {
            do throws(SystemError) {
                try self.move(move.goal, to: move.origin, inode: move.inode)
            } catch {
                if error.mayPass { left.append(move) }
            }
        }
        return left.reversed()
    }

    private func move(_ origin: [UInt8], to goal: [UInt8], inode: Int64) throws(SystemError) {
        if let refusal { throw SystemError(code: refusal) }
        let (source, target) = (try parent(of: origin), try parent(of: goal))
        try source.folder.named(source.name) { (sourceFolder, sourceName) throws(SystemError) in
            guard try sourceFolder.status(sourceName).inode == inode else { throw SystemError(code: ESTALE) }
            try target.folder.named(target.name) { (targetFolder, targetName) throws(SystemError) in
                try sourceFolder.move(sourceName, to: targetName, in: targetFolder, inode: inode)
            }
        }
    }

    /// The folder of a path, open, and the name in it.
    func parent(of path: [UInt8]) throws(SystemError) -> (folder: OpenFolder, name: [UInt8]) {
        var names = path.split(separator: 47).map(Array.init)
        guard let name = names.popLast() else { throw SystemError(code: EINVAL) }
        guard path.first == 47 else { return (try root.folder(at: names), name) }
        guard let trash, path.dropLast(name.count).elementsEqual(Array(trash.utf8) + [47]) else {
            throw SystemError(code: EINVAL)
        }
        return (try OpenFolder(root: trash), name)
    }
}

extension SystemError {
    /// Whether the same may go well another time: nothing is wrong with the file itself.
    fileprivate var mayPass: Bool {
        [EACCES, EPERM, EROFS, EIO, ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM].contains(code)
    }
}

extension OpenFolder {
    /// Gives a file another name, in another folder, where nothing has that name.
    fileprivate func move(
        _ name: UnsafePointer<CChar>, to goal: UnsafePointer<CChar>, in folder: OpenFolder, inode: Int64
    ) throws(SystemError) {
        do throws(SystemError) {
            try rename(name, to: goal, in: folder)
        } catch {
            // Both names are the file's where a process ended between giving it one and taking the other.
            guard error.code == EEXIST, try folder.status(goal).inode == inode else { throw error }
            guard unlinkat(descriptor, name, 0) == 0 else { throw SystemError(code: errno) }
        }
        // An editor may have put a new version in its place since it was looked at: that is not what was to be moved.
        guard try folder.status(goal).inode == inode else {
            try folder.rename(goal, to: name, in: self)
            throw SystemError(code: ESTALE)
        }
    }

    /// Renames what has a name, in one step where the system can, and replaces nothing.
    private func rename(
        _ name: UnsafePointer<CChar>, to goal: UnsafePointer<CChar>, in folder: OpenFolder
    ) throws(SystemError) {
        if ExclusiveRenaming.run(descriptor, name, folder.descriptor, goal) == 0 { return }
        guard [ENOSYS, EINVAL, ENOTSUP].contains(errno) else { throw SystemError(code: errno) }
        try renameByLink(name, to: goal, in: folder)
    }

    /// A second name and then no first one, since a plain renaming would replace what is there.
    private func renameByLink(
        _ name: UnsafePointer<CChar>, to goal: UnsafePointer<CChar>, in folder: OpenFolder
    ) throws(SystemError) {
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

/// The system's renaming that replaces nothing.
private enum ExclusiveRenaming {
    #if canImport(Darwin)
    static func run(
        _ folder: Int32, _ name: UnsafePointer<CChar>, _ other: Int32, _ goal: UnsafePointer<CChar>
    ) -> Int32 {
        renameatx_np(folder, name, other, goal, UInt32(RENAME_EXCL))
    }
    #else
    private typealias Function =
        @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    /// Declared for GNU sources only, which Swift does not see; nil if the C library lacks it.
    private static let function = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: Function.self) }
    /// `RENAME_NOREPLACE`, likewise.
    private static let noReplace: UInt32 = 1

    static func run(
        _ folder: Int32, _ name: UnsafePointer<CChar>, _ other: Int32, _ goal: UnsafePointer<CChar>
    ) -> Int32 {
        guard let function else {
            errno = ENOSYS
            return -1
        }
        return function(folder, name, other, goal, noReplace)
    }
    #endif
}
#endif
