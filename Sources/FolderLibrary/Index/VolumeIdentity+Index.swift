#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension OpenFolder {
    /// The identity of the folder at a path beneath the root.
    func volumeIdentity(at path: [[UInt8]] = [], _ hooks: FolderTestHooks) -> VolumeIdentity {
        if let assumed = hooks.volumeIdentity?(FolderPath.text(of: Array(path.joined(separator: [47])))) {
            return assumed
        }
        let birth = status.birth ?? (try? status("."))?.birth
        return VolumeIdentity(inode: status.inode, volume: fileSystem, birth: birth)
    }

    #if canImport(Darwin)
    /// From the UUID of the volume: for `statvfs`, the App Store asks for a reason.
    private var fileSystem: Int64? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard fcntl(descriptor, F_GETPATH, &path) == 0 else { return nil }
        let bytes = path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let url = URL(filePath: String(decoding: bytes, as: UTF8.self))
        let text = (try? url.resourceValues(forKeys: [.volumeUUIDStringKey]))?.volumeUUIDString
        guard let uuid = text.flatMap({ UUID(uuidString: $0) })?.uuid else { return nil }
        return withUnsafeBytes(of: uuid) { $0.loadUnaligned(as: Int64.self) }
    }
    #else
    private var fileSystem: Int64? {
        var information = statvfs()
        guard fstatvfs(descriptor, &information) == 0, information.f_fsid != 0 else { return nil }
        return Int64(truncatingIfNeeded: information.f_fsid)
    }
    #endif

    /// The number of the volume of the folder at a path, if it is another one than the root's.
    func volume(at path: [[UInt8]], beneath root: OpenFolder, _ hooks: FolderTestHooks) -> Int64? {
        guard hooks.volumeIdentity != nil || status.device != root.status.device else { return nil }
        let number = volumeIdentity(at: path, hooks).volume ?? status.device
        return hooks.volumeIdentity != nil && number == root.volumeIdentity(hooks).volume ? nil : number
    }
}

extension SQLiteConnection {
    /// The identity of the folder of photos that was last indexed; nil if no folder was.
    func rootIdentity() throws(SQLiteError) -> VolumeIdentity? {
        let found = try first("SELECT root_inode, root_volume, root_birth FROM library") { row in
            row.isNull(0) ? nil : VolumeIdentity(inode: row.integer(0), volume: row.number(1), birth: row.number(2))
        }
        return found ?? nil
    }

    /// Refuses a folder that is not the one that was indexed: nothing in it was deleted, and no name in it is known.
    ///
    /// If its identity does not show it, its files do: a library may be copied to a new disk.
    ///
    /// - Parameter now: the folder's identity.
    /// - Throws: `FolderError.rootVanished` for an empty folder, `FolderError.rootReplaced` for other photos.
    func checkRoot(_ folder: OpenFolder, _ now: VolumeIdentity, of index: FolderIndex) throws {
        guard let indexed = try rootIdentity() else { return }
        let isSame = indexed.isSame(as: now)
        if isSame == true { return }
        guard folder.hasEntries else {
            let isKnown = try number("SELECT EXISTS(SELECT 1 FROM file)") != 0
            if isSame == false || isKnown { throw FolderError.rootVanished(path: index.root) }
            return
        }
        // An index beside the photos came with them.
        if index.isBesidePhotos { return }
        if try !hasKnownFiles(folder, in: .root, atLeast: isSame == nil ? 2 : 1) {
            throw FolderError.rootReplaced(path: index.root)
        }
    }

    /// Whether an open folder has any of the files that the index has in it: with the same name, size and time.
    ///
    /// - Parameter count: the number of known files below which the answer is true.
    /// - Complexity: O(n) in the files of the folder.
    func hasKnownFiles(_ folder: OpenFolder, in id: FolderID, atLeast count: Int) throws(SQLiteError) -> Bool {
        let sample = try rows(
            """
            WITH RECURSIVE family(row) AS (
                VALUES (?) UNION SELECT id FROM folder JOIN family ON folder.parent = family.row)
            SELECT folder, name, size, mtime FROM file WHERE asset IS NOT NULL AND folder IN family
            ORDER BY random() LIMIT 64
            """, [.integer(id.row)]
        ) { (folder: FolderID(row: $0.integer(0)), name: $0.blob(1) ?? [], size: $0.integer(2), time: $0.integer(3)) }
        if sample.count < count { return true }
        let depth = try path(of: id)?.count ?? 0
        for file in sample {
            guard let names = try path(of: file.folder)?.dropFirst(depth),
                let status = try? folder.folder(at: names).status(named: file.name)
            else { continue }
            // FAT keeps times in steps of two seconds.
            if status.size == file.size, (status.modified &- file.time).magnitude < 2_100_000_000 { return true }
        }
        return false
    }
}
#endif
