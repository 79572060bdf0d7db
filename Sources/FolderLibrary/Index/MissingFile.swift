#if FolderLibrary || canImport(Darwin)

/// The former file of a missing asset, and how its name compares with a found file's.
struct MissingFile {
    let asset: Int64
    /// Whether it had this path, and went missing a moment ago.
    let isHereOfLate: Bool
    let isHere: Bool
    let isNamesake: Bool
    let traits: FileTraits

    /// The reason why a found file may be this one, the best first.
    enum Claim: Int {
        /// The same inode and creation time.
        case isFile
        /// The same inode, size and time.
        case hasInode
        /// The same size, time, first bytes and name.
        case hasContentAndName
        /// The same size, time and first bytes, under another name.
        case hasContent
        /// The same path, which went missing a moment ago: a program is saving the file.
        case isSaved
        /// The same path.
        case hasPath
        /// The same name, size and time, in another folder.
        case hasName

        /// Whether the facts of a file allow the claim for an asset: inodes and names are reused.
        func allows(_ facts: AssetFacts, for asset: AssetRecord) -> Bool {
            switch self {
            case .isFile: true
            case .isSaved: !asset.wasTakenAtAnotherTime(than: facts)
            case .hasInode, .hasContentAndName, .hasContent, .hasPath, .hasName: asset.mayBe(facts)
            }
        }
        /// Whether only the name matches.
        var isByName: Bool { rawValue >= Claim.isSaved.rawValue }
    }

    /// Creates the former file from a row of `lost`.
    init(_ row: SQLiteStatement) {
        asset = row.integer(0)
        (isHereOfLate, isHere, isNamesake) = (row.integer(1) != 0, row.integer(2) != 0, row.integer(3) != 0)
        traits = FileTraits(
            size: row.integer(4), modified: row.integer(5), inode: row.integer(6), birth: row.number(7),
            head: row.number(8))
    }

    /// The best claim on a found file; nil without a claim.
    func claim(on file: ScannedFile) -> Claim? {
        if traits.isProven(by: file.status) { return .isFile }
        if traits.hasContent(of: file.status) {
            let isSameHead = traits.hasHead(of: file)
            if traits.inode == file.status.inode, isSameHead ?? (traits.hasBirth(of: file.status) != false) {
                return .hasInode
            }
            if isSameHead == true { return isNamesake ? .hasContentAndName : .hasContent }
            // Same size and time, but other bytes: a program that restores times, or another photo.
            if isSameHead == false { return isHere ? .hasPath : nil }
            if isNamesake, !isHere { return .hasName }
        }
        return isHereOfLate ? .isSaved : isHere ? .hasPath : nil
    }
}

/// The result of matching a file with the missing assets.
enum Recovery {
    case asset(Int64)
    /// Only the name matches, and other files are not known yet.
    case waits
    case none
}
#endif
