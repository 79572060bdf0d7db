#if FolderLibrary || canImport(Darwin)

/// The name under which the index keeps a file whose own name another file has, until the file itself is found or the
/// scan is at its end.
///
/// There is a slash in it, so that no file can have it: a look-up of it fails like that of a file that is gone. It ends
/// with the file's own name, by which the file is known again when it comes back later.
enum DisplacedName {
    private static let mark: UInt8 = 1
    private static let slash: UInt8 = 47

    /// A name that no other file of a folder has.
    ///
    /// - Parameters:
    ///   - name: the file's own name.
    ///   - asset: the row of the asset that it belongs to.
    static func make(_ name: [UInt8], of asset: Int64) -> [UInt8] {
        [mark] + Array("\(asset)".utf8) + [slash] + name
    }

    /// The own name of a file that is kept under such a name; nil for any other name.
    static func original(of name: [UInt8]) -> [UInt8]? {
        guard name.first == mark, let end = name.firstIndex(of: slash), end + 1 < name.endIndex else { return nil }
        return Array(name[(end + 1)...])
    }
}

extension StoredFile {
    /// Whether another file has its name.
    var isDisplaced: Bool { DisplacedName.original(of: name) != nil }

    /// Its name in the folder, also where another file has that by now.
    var ownName: [UInt8] { DisplacedName.original(of: name) ?? name }
}
#endif
