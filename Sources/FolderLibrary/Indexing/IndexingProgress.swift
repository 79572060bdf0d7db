#if FolderLibrary || canImport(Darwin)

/// The progress of indexing a folder.
public struct IndexingProgress: Hashable, Sendable {
    /// The number of files that were compared: their names, sizes and times.
    public var files = 0
    /// The number of those files that were read, since they are new or changed; a file that is read twice counts once.
    public var filesRead = 0
    /// The sizes of the compared files, in bytes.
    public var bytes: Int64 = 0
    /// The number of folders that were visited.
    public var folders = 0
    /// The time taken so far.
    public var elapsed: Duration = .zero

    /// Creates the progress of a scan that has not begun.
    public init() {}

    /// Files compared in a second; 0 at the very beginning.
    public var filesPerSecond: Double { rate(Double(files)) }

    /// Bytes of the compared files in a second; 0 at the very beginning.
    ///
    /// A rescan reads none of them: then it is the speed of comparing the folder, and not that of the disk.
    public var bytesPerSecond: Double { rate(Double(bytes)) }

    private func rate(_ amount: Double) -> Double {
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        return seconds > 0 ? amount / seconds : 0
    }
}
#endif
