#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The companions in a folder, and the files that they describe, as far as names tell: read once for an edit.
struct FolderCompanions {
    /// The companions' names by those of their owners.
    private var companions: [[UInt8]: [[UInt8]]] = [:]
    /// The names of other files that companions describe.
    private var described: [[UInt8]: [[UInt8]]] = [:]

    /// - Complexity: O(n) in the files of the folder.
    init(_ folder: OpenFolder?) {
        guard let folder, let names = try? FolderListing.names(in: folder) else { return }
        var others: [[UInt8]] = []
        for name in names {
            guard let owner = Self.owner(of: name) else {
                others.append(name)
                continue
            }
            companions[owner, default: []].append(name)
        }
        guard !companions.isEmpty else { return }
        for name in others {
            for owner in CompanionName.owners(of: name) where companions[owner] != nil {
                described[owner, default: []].append(name)
            }
        }
    }

    private static func owner(of name: [UInt8]) -> [UInt8]? {
        name.withUnsafeBufferPointer { CompanionName($0)?.owner }
    }

    /// The companions of an asset's files, except those that describe a file that stays.
    ///
    /// - Parameters:
    ///   - files: the names of the asset's files.
    ///   - leaving: the names that leave the folder, also those of the asset.
    func names(of files: [[UInt8]], leaving: Set<[UInt8]>) -> [[UInt8]] {
        guard !companions.isEmpty else { return [] }
        let owners = Set(files.flatMap(CompanionName.owners)).filter { owner in
            described[owner, default: []].allSatisfy(leaving.contains)
        }
        return owners.flatMap { companions[$0] ?? [] }.filter { !leaving.contains($0) }
            .sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Whether a companion would describe a new file; that of an original does not count for an edited copy.
    func describe(_ name: [UInt8]) -> Bool {
        CompanionName.owners(of: name).prefix(2).contains { companions[$0] != nil }
    }
}

/// The files in a trash that have not been assigned to a photo yet.
///
/// Those that were deleted together have names that begin with the same eight digits.
struct TrashedFiles {
    private var files: [[UInt8]: FileStatus] = [:]
    /// The companions by their digits, in order.
    private let companions: [ArraySlice<UInt8>: [[UInt8]]]

    init(_ folder: OpenFolder) throws(SystemError) {
        let listing = try FolderListing(folder)
        for entry in listing.entries {
            if let status = entry.status, status.kind == .file { files[listing.name(entry)] = status }
        }
        let names = listing.entries.map(listing.name).filter { TrashFolder.isOwn($0) && Self.owner(of: $0) != nil }
        companions = Dictionary(grouping: names, by: { $0.prefix(9) })
    }

    private static func owner(of name: [UInt8]) -> [UInt8]? { CompanionName(TrashRestorer.ownName(of: name))?.owner }

    /// The names in order, those of companions last.
    var names: [[UInt8]] {
        let sorted = files.keys.sorted { $0.lexicographicallyPrecedes($1) }
        return sorted.filter { Self.owner(of: $0) == nil } + sorted.filter { Self.owner(of: $0) != nil }
    }

    subscript(name: [UInt8]) -> FileStatus? { files[name] }

    /// Assigns a file; returns nil if it is not there, or is assigned already.
    mutating func take(_ name: [UInt8]) -> FileStatus? { files.removeValue(forKey: name) }

    /// Assigns the companions of a photo, by the name of its main file.
    mutating func takeCompanions(of name: [UInt8]) -> [(name: [UInt8], status: FileStatus)] {
        guard TrashFolder.isOwn(name), let mates = companions[name.prefix(9)] else { return [] }
        let owners = CompanionName.owners(of: TrashRestorer.ownName(of: name))
        let own = mates.filter { Self.owner(of: $0).map(owners.contains) ?? false }
        return own.compactMap { mate in take(mate).map { (mate, $0) } }
    }
}
#endif
