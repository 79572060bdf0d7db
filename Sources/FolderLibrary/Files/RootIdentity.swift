#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The identity of the folder of photos when its index was opened, or when a scan ended.
///
/// If a volume is unmounted, its path may lead to nothing, to the empty folder of its mount point, or to another
/// volume. Files that are missing there were not deleted.
final class RootIdentity: Sendable {
    private struct Contents {
        /// Nil until a folder was found at the path.
        var known: FileIdentity?
        /// The folder that was last indexed; nil if no folder was.
        var indexed: VolumeIdentity?
    }

    private let index: FolderIndex
    private let contents = Lock(Contents())

    init(_ index: FolderIndex) {
        self.index = index
    }

    /// Records the folder at the path, if any, as the known one, unless it is not the indexed one.
    func learn(from connection: SQLiteConnection) throws {
        let indexed = try connection.rootIdentity()
        contents.withLock { $0.indexed = indexed }
        guard let folder = try? OpenFolder(root: index.root) else { return }
        do {
            try connection.checkRoot(folder, folder.volumeIdentity(index.hooks), of: index)
            accept(folder)
        } catch let error as FolderError where error.isAbsence {
            contents.withLock { $0.known = .away }
        }
    }

    /// Records a folder as the known one.
    func accept(_ folder: OpenFolder) {
        contents.withLock { $0.known = folder.status.identity }
    }

    /// Opens the folder.
    ///
    /// - Throws: `EditError.volumeOffline` if it is gone or is not the known one, or if none is known and the folder is
    ///   not the indexed one.
    func open() throws -> OpenFolder {
        let folder: OpenFolder
        do throws(SystemError) {
            folder = try OpenFolder(root: index.root)
        } catch {
            guard [ENOENT, ENOTDIR, ENXIO, ENODEV].contains(error.code) else { throw error }
            throw EditError.volumeOffline
        }
        let (known, indexed) = contents.withLock { ($0.known, $0.indexed) }
        let isRight = known.map { $0 == folder.status.identity } ?? isIndexed(folder, indexed)
        guard isRight else { throw EditError.volumeOffline }
        return folder
    }

    private func isIndexed(_ folder: OpenFolder, _ indexed: VolumeIdentity?) -> Bool {
        guard let indexed else { return true }
        let isSame = indexed.isSame(as: folder.volumeIdentity(index.hooks))
        return isSame ?? folder.hasEntries || isSame != true && index.isBesidePhotos && folder.hasEntries
    }
}

extension FileIdentity {
    /// An identity that no folder has.
    fileprivate static let away = FileIdentity(device: -1, inode: 0)
}

/// The kind of a volume, with regard to SQLite's log.
///
/// The readers and writers of a log share memory, which is impossible across machines.
package enum VolumeKind: Hashable {
    case local
    case remote

    #if canImport(Darwin)
    /// The kind of the volume of a folder; local if the system does not report it.
    init(ofFolderAt path: String) {
        let values = try? URL(filePath: path).resourceValues(forKeys: [.volumeIsLocalKey])
        self = values?.volumeIsLocal == false ? .remote : .local
    }
    #else
    /// The kind of the volume of a folder; local if the system does not report it.
    init(ofFolderAt path: String) {
        // This triggers automounting; reading the status alone does not.
        _ = try? OpenFolder(root: path)
        var status = stat()
        guard stat(path, &status) == 0,
            let mounts = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
        else {
            self = .local
            return
        }
        // Computed as the macros `gnu_dev_major` and `gnu_dev_minor` do.
        let device = UInt64(status.st_dev)
        let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
        let minor = device & 0xFF | device >> 12 & ~0xFF
        self.init(ofDevice: "\(major):\(minor)", in: mounts)
    }

    /// The kind of the volume of a device, from the list of mounts in the format of proc(5).
    init(ofDevice device: String, in mounts: String) {
        let line = mounts.split(separator: "\n").map { $0.split(separator: " ") }.first { fields in
            fields.count > 2 && fields[2] == device
        }
        // The type follows a dash, since the number of fields before it varies.
        let type = line?.drop { $0 != "-" }.dropFirst().first.map(String.init) ?? ""
        self = Self.remoteTypes.contains(type) || type.hasPrefix("fuse.") ? .remote : .local
    }

    /// The file systems that may be on another machine; `fuseblk` is not one of them, since it is on a local disk.
    ///
    /// `autofs` stands for a volume that is mounted on access.
    private static let remoteTypes: Set = [
        "autofs", "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse", "afs", "ceph", "coda", "ncpfs", "virtiofs",
        "vboxsf", "vmhgfs", "prl_fs",
    ]
    #endif
}
#endif
