#if FolderLibrary || canImport(Darwin)
import CameraRoll

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Moves files within the folder of photos, out of it, and back; never replaces a file.
///
/// Paths come from an index, which any program may have written: they are resolved only beneath the root and, if
/// they are a slash and a name, in the configured trash, which may have been moved since (`TrashPlace`).
struct FileMover {
    let root: OpenFolder
    /// The folder for deleted files; nil if it is beneath the root.
    var trash: String?
    var hooks = FolderTestHooks()
    /// The error that every move returns in tests; nil to perform the moves.
    var refusal: Int32?

    /// Moves all files, or none of them.
    ///
    /// - Throws: the system's error, after the files moved so far have been moved back; one that cannot be moved back
    ///   now stays, and so does its record.
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

    /// Moves files back if they are still where they were moved to, into folders that are made again if they are gone;
    /// other files in their place stay.
    ///
    /// - Returns: the moves to undo later, since the system refuses them now, and those that were carried out and
    ///   cannot be undone.
    @discardableResult
    func moveBack(_ moves: some BidirectionalCollection<FileMove>) -> (left: [FileMove], stuck: [FileMove]) {
        var (left, stuck): ([FileMove], [FileMove]) = ([], [])
        for move in moves.reversed() {
            // A name in the trash belongs to one file, which has another inode on a copied volume.
            let isTrashed = TrashPlace.named(by: move.goal) != nil
            let inode = isTrashed ? status(of: move.goal)?.inode ?? move.inode : move.inode
            do throws(SystemError) {
                try self.move(move.goal, to: move.origin, inode: inode, making: true)
            } catch {
                if error.mayPass { left.append(move) } else if mayBeCarriedOut(move, isTrashed) { stuck.append(move) }
            }
        }
        return (left.reversed(), stuck.reversed())
    }

    /// Whether a file that cannot be moved back is at its goal, or in a trash that is not configured now.
    private func mayBeCarriedOut(_ move: FileMove, _ isTrashed: Bool) -> Bool {
        if status(of: move.origin)?.inode == move.inode { return false }
        if isTrashed, move.goal.first == 47, trash.flatMap({ try? OpenFolder(root: $0) }) == nil { return true }
        return status(of: move.goal).map { isTrashed || $0.inode == move.inode } ?? false
    }

    private func status(of path: [UInt8]) -> FileStatus? {
        guard let (folder, name) = try? parent(of: path) else { return nil }
        return try? folder.status(named: name)
    }

    private func move(
        _ origin: [UInt8], to goal: [UInt8], inode: Int64, making: Bool = false
    ) throws(SystemError) {
        if let refusal { throw SystemError(code: refusal) }
        let source = try parent(of: origin)
        // Before a folder is made again for a file that is not there.
        guard try source.folder.status(named: source.name).inode == inode else { throw SystemError(code: ESTALE) }
        let target = try parent(of: goal, making: making)
        try source.folder.named(source.name) { (sourceFolder, sourceName) throws(SystemError) in
            guard try sourceFolder.status(sourceName).inode == inode else { throw SystemError(code: ESTALE) }
            hooks.reach(.fileChecked)
            try target.folder.named(target.name) { (targetFolder, targetName) throws(SystemError) in
                try sourceFolder.move(sourceName, to: targetName, in: targetFolder, inode: inode, hooks)
            }
        }
    }

    /// The open folder of a path, and the name in it.
    func parent(
        of path: [UInt8], making: Bool = false
    ) throws(SystemError) -> (folder: OpenFolder, name: [UInt8]) {
        var names = path.split(separator: 47).map(Array.init)
        guard let name = names.popLast() else { throw SystemError(code: EINVAL) }
        guard path.first == 47 else {
            return (making ? try root.folder(making: names) : try root.folder(at: names), name)
        }
        guard names.isEmpty, let trash else { throw SystemError(code: EINVAL) }
        return (try OpenFolder(root: trash), name)
    }
}

extension SystemError {
    /// Whether the call may succeed later, since nothing is wrong with the file itself.
    ///
    /// If not, a deletion is completed instead of undone (`finishDeletions`), and another move is dropped: its file is
    /// in the folder of photos.
    fileprivate var mayPass: Bool {
        [EACCES, EPERM, EROFS, EIO, ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM].contains(code)
    }
}

extension OpenFolder {
    /// Moves a file to another folder, unless the name exists there.
    fileprivate func move(
        _ name: UnsafePointer<CChar>, to goal: UnsafePointer<CChar>, in folder: OpenFolder, inode: Int64,
        _ hooks: FolderTestHooks
    ) throws(SystemError) {
        do throws(SystemError) {
            try rename(name, to: goal, in: folder, hooks)
        } catch {
            // If a process ended between linking the new name and unlinking the old one, both names belong to the file.
            guard error.code == EEXIST, try folder.status(goal).inode == inode else { throw error }
            guard unlinkat(descriptor, name, 0) == 0 else { throw SystemError(code: errno) }
        }
        // An editor may have replaced the file since it was checked: the new version must not be moved.
        guard try folder.status(goal).inode == inode else {
            try folder.giveBack(goal, as: name, to: self, hooks)
            throw SystemError(code: ESTALE)
        }
    }

    /// Returns a file to another folder; if an editor has saved it there once more, next to that version.
    private func giveBack(
        _ name: UnsafePointer<CChar>, as former: UnsafePointer<CChar>, to folder: OpenFolder, _ hooks: FolderTestHooks
    ) throws(SystemError) {
        let bytes = Array(UnsafeRawBufferPointer(start: former, count: strlen(former)))
        for number in 1...99 {
            do throws(SystemError) {
                return try folder.named(FreeName.name(like: bytes, number)) { (folder, free) throws(SystemError) in
                    try rename(name, to: free, in: folder, hooks)
                }
            } catch {
                if error.code != EEXIST { throw error }
            }
        }
    }

    /// Renames without replacing, in one step if the system supports it.
    private func rename(
        _ name: UnsafePointer<CChar>, to goal: UnsafePointer<CChar>, in folder: OpenFolder, _ hooks: FolderTestHooks
    ) throws(SystemError) {
        let code = hooks.refusal(of: .exclusiveRename)
        if code == nil, ExclusiveRenaming.run(descriptor, name, folder.descriptor, goal) == 0 { return }
        guard [ENOSYS, EINVAL, ENOTSUP].contains(code ?? errno) else { throw SystemError(code: code ?? errno) }
        try renameByLink(name, to: goal, in: folder, hooks)
    }

    /// Links the new name and then unlinks the old one, since a plain rename would replace an existing file.
    ///
    /// This is internal for tests: systems that can rename without replacing never come here.
    func renameByLink(
        _ name: UnsafePointer<CChar>, to goal: UnsafePointer<CChar>, in folder: OpenFolder,
        _ hooks: FolderTestHooks = FolderTestHooks()
    ) throws(SystemError) {
        let refusal = hooks.refusal(of: .link)
        if refusal == nil, linkat(descriptor, name, folder.descriptor, goal, 0) == 0 {
            guard unlinkat(descriptor, name, 0) == 0 else {
                let code = errno
                unlinkat(folder.descriptor, goal, 0)
                throw SystemError(code: code)
            }
            return
        }
        let code = refusal ?? errno
        // Some volumes do not support hard links.
        guard code == EPERM || code == ENOTSUP || code == EMLINK else { throw SystemError(code: code) }
        try renameOverOwn(name, to: goal, in: folder, hooks)
    }

    /// Creates an empty file under the new name, which fails if there is one, and replaces that file.
    private func renameOverOwn(
        _ name: UnsafePointer<CChar>, to goal: UnsafePointer<CChar>, in folder: OpenFolder, _ hooks: FolderTestHooks
    ) throws(SystemError) {
        let own = openat(folder.descriptor, goal, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard own >= 0 else { throw SystemError(code: errno) }
        defer { close(own) }
        var status = stat()
        guard fstat(own, &status) == 0 else { throw SystemError(code: errno) }
        let refusal = hooks.refusal(of: .rename)
        // Another program may have put its file there meanwhile.
        guard try folder.status(goal).identity == FileStatus(status).identity else { throw SystemError(code: EEXIST) }
        if refusal == nil, renameat(descriptor, name, folder.descriptor, goal) == 0 { return }
        let code = refusal ?? errno
        unlinkat(folder.descriptor, goal, 0)
        throw SystemError(code: code)
    }
}

/// The system's rename that never replaces a file.
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

    /// Declared only for GNU sources, which Swift does not import; nil if the C library lacks it.
    private static let function = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: Function.self) }
    /// `RENAME_NOREPLACE`, which Swift does not import either.
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

extension FileMover {
    /// Waits until the new names of moved files are on disk, and their old names have been removed there.
    ///
    /// Folders that gained a name come first, so that no file is ever without a name on disk. A removed folder
    /// needs no flush.
    func synchronize(_ moves: [FileMove]) throws {
        var seen: Set<[UInt8]> = []
        for path in moves.map(\.goal) + moves.map(\.origin) {
            guard let (folder, name) = try existingParent(of: path) else { continue }
            let names = path.first == 47 ? Array((trash ?? "").utf8) : Array(path.dropLast(name.count + 1))
            guard seen.insert(names).inserted else { continue }
            try folder.synchronize()
            try hooks.took(.folderSynced(String(decoding: names, as: UTF8.self)))
        }
    }

    private func existingParent(of path: [UInt8]) throws(SystemError) -> (folder: OpenFolder, name: [UInt8])? {
        do throws(SystemError) {
            return try parent(of: path)
        } catch {
            guard [ENOENT, ENOTDIR, ELOOP, EINVAL].contains(error.code) else { throw error }
            return nil
        }
    }
}
#endif
