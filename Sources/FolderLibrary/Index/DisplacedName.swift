#if FolderLibrary || canImport(Darwin)

/// The name in the index of a file whose own name belongs to another file, until the file is found or the scan
/// ends.
///
/// It contains a slash, so that no file can have it: a lookup fails as for a missing file. It ends with the file's
/// own name, by which the file is recognized when it comes back later.
enum DisplacedName {
    private static let mark: UInt8 = 1
    private static let slash: UInt8 = 47

    /// Creates a name that no other file of a folder has.
    ///
    /// - Parameters:
    ///   - name: the file's own name.
    ///   - asset: the row of the file's asset.
    static func make(_ name: [UInt8], of asset: Int64) -> [UInt8] {
        [mark] + Array("\(asset)".utf8) + [slash] + name
    }

    /// The own name of a file that is stored under such a name; nil for any other name.
    static func original(of name: [UInt8]) -> [UInt8]? {
        guard name.first == mark, let end = name.firstIndex(of: slash), end + 1 < name.endIndex else { return nil }
        return Array(name[(end + 1)...])
    }
}

extension StoredFile {
    /// Whether its name belongs to another file.
    var isDisplaced: Bool { DisplacedName.original(of: name) != nil }

    /// Its own name in the folder, even if that belongs to another file by now.
    var ownName: [UInt8] { DisplacedName.original(of: name) ?? name }
}
#endif
