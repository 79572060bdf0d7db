#if FolderLibrary || canImport(Darwin)

/// The file that a lost asset had, and how its name compares with that of a file that was found.
struct MissingFile {
    let asset: Int64
    /// Whether it had this path, and that a moment ago.
    let isHereOfLate: Bool
    let isHere: Bool
    let isNamesake: Bool
    let traits: FileTraits

    /// Why a file that was found may be this one, the best reason first.
    enum Claim: Int {
        /// It has the inode and the birth.
        case isFile
        /// It has the inode, the size and the time.
        case hasInode
        /// It has the size, the time and the first bytes, under the same name.
        case hasContentAndName
        /// It has them under another name.
        case hasContent
        /// It has the path that was lost a moment ago: a program saves it.
        case isSaved
        /// It has the path.
        case hasPath
        /// It has the name, the size and the time, in another folder.
        case hasName

        /// Whether a file of these facts may have the claim of an asset: inodes are used again, and names too.
        func allows(_ facts: AssetFacts, for asset: AssetRecord) -> Bool {
            switch self {
            case .isFile: true
            case .isSaved: !asset.wasTakenAtAnotherTime(than: facts)
            case .hasInode, .hasContentAndName, .hasContent, .hasPath, .hasName: asset.mayBe(facts)
            }
        }
        /// Whether it is by nothing but the name.
        var isByName: Bool { rawValue >= Claim.isSaved.rawValue }
    }

    /// The asset's file in a row of `lost`.
    init(_ row: SQLiteStatement) {
        asset = row.integer(0)
        (isHereOfLate, isHere, isNamesake) = (row.integer(1) != 0, row.integer(2) != 0, row.integer(3) != 0)
        traits = FileTraits(
            size: row.integer(4), modified: row.integer(5), inode: row.integer(6), birth: row.number(7),
            head: row.number(8))
    }

    /// The best reason why a file that was found is this one; nil if there is none.
    func claim(on file: ScannedFile) -> Claim? {
        if traits.isProven(by: file.status) { return .isFile }
        if traits.hasContent(of: file.status) {
            let isSameHead = traits.hasHead(of: file)
            if traits.inode == file.status.inode, isSameHead ?? (traits.hasBirth(of: file.status) != false) {
                return .hasInode
            }
            if isSameHead == true { return isNamesake ? .hasContentAndName : .hasContent }
            // As long and as old, and another: a program that puts times back, or another photo.
            if isSameHead == false { return isHere ? .hasPath : nil }
            if isNamesake, !isHere { return .hasName }
        }
        return isHereOfLate ? .isSaved : isHere ? .hasPath : nil
    }
}

/// What became of a file that may be a lost one.
enum Recovery {
    case asset(Int64)
    /// It may be one by its name alone, which is not known yet.
    case waits
    case none
}
#endif
