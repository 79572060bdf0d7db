#if FolderLibrary || canImport(Darwin)
import Foundation

/// What a volume is, as far as SQLite's log works on it.
///
/// The readers and writers of a log share memory, which none do that are on two machines.
enum VolumeKind: Hashable {
    case local
    case remote

    #if canImport(Darwin)
    /// The kind of the volume of a folder; local where the system does not say.
    init(ofFolderAt path: String) {
        var status = statfs()
        let isRemote = statfs(path, &status) == 0 && status.f_flags & UInt32(MNT_LOCAL) == 0
        self = isRemote ? .remote : .local
    }
    #else
    /// The kind of the volume of a folder; local where the system does not say.
    init(ofFolderAt path: String) {
        var status = stat()
        guard stat(path, &status) == 0,
            let mounts = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
        else {
            self = .local
            return
        }
        // As `gnu_dev_major` and `gnu_dev_minor` say, which are macros.
        let device = UInt64(status.st_dev)
        let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
        let minor = device & 0xFF | device >> 12 & ~0xFF
        self.init(ofDevice: "\(major):\(minor)", in: mounts)
    }

    /// The kind of the volume of a device, by what is mounted, as proc(5) has it.
    init(ofDevice device: String, in mounts: String) {
        let line = mounts.split(separator: "\n").map { $0.split(separator: " ") }.first { fields in
            fields.count > 2 && fields[2] == device
        }
        // Behind a dash, since the fields before it are of any number.
        let type = line?.drop { $0 != "-" }.dropFirst().first.map(String.init) ?? ""
        self = Self.remoteTypes.contains(type) || type.hasPrefix("fuse.") ? .remote : .local
    }

    /// What `fuseblk` is on is a disk of this machine.
    private static let remoteTypes: Set = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse", "afs", "ceph", "coda", "ncpfs", "virtiofs", "vboxsf",
        "vmhgfs", "prl_fs",
    ]
    #endif
}
#endif
