#if FolderLibrary || canImport(Darwin)
import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

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
