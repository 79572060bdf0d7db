#if FolderLibrary || canImport(Darwin)

/// How far the indexing of a folder has come.
public struct IndexProgress: Hashable, Sendable {
    /// Files that were looked at: their names, sizes and times.
    public var files = 0
    /// Files of them that were read, since they are new or changed.
    public var filesRead = 0
    /// The sizes of the files that were looked at, in bytes.
    public var bytes: Int64 = 0
    /// Folders that were looked at.
    public var folders = 0
    /// How long it has taken so far.
    public var elapsed: Duration = .zero

    /// No files yet.
    public init() {}

    /// Files looked at in a second; 0 at the very beginning.
    public var filesPerSecond: Double { rate(Double(files)) }

    /// Bytes of the files that were looked at, in a second; 0 at the very beginning.
    ///
    /// A rescan reads none of them: then it says how fast the folder is compared, and not how fast its disk is.
    public var bytesPerSecond: Double { rate(Double(bytes)) }

    private func rate(_ amount: Double) -> Double {
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        return seconds > 0 ? amount / seconds : 0
    }
}
#endif
