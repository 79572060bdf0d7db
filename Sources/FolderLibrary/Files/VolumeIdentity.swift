#if FolderLibrary || canImport(Darwin)
/// What distinguishes a folder from the folders that other volumes have at the same path: every ext4 has the root 2.
package struct VolumeIdentity: Hashable, Sendable {
    package var inode: Int64
    /// The file system's identifier; nil if it has none, as with FUSE.
    package var volume: Int64?
    /// The folder's time of creation, in nanoseconds since 1970; nil if the volume does not record it.
    package var birth: Int64?

    package init(inode: Int64, volume: Int64?, birth: Int64?) {
        (self.inode, self.volume, self.birth) = (inode, volume, birth)
    }

    /// Whether another identity is of the same folder; nil if it cannot be told.
    ///
    /// Some file systems have another identifier each time they are mounted: false means that files have to tell.
    func isSame(as other: VolumeIdentity) -> Bool? {
        if inode != other.inode { return false }
        let births = [birth, other.birth].compactMap(\.self)
        let volumes = [volume, other.volume].compactMap(\.self)
        if Set(births).count > 1 || Set(volumes).count > 1 { return false }
        return births.count == 2 || volumes.count == 2 ? true : nil
    }

    /// A number for the folder to which deleted photos belong.
    var home: Int64 { inode &+ (birth ?? 0) }
}
#endif
