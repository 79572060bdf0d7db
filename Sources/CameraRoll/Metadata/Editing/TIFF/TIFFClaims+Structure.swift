extension TIFFClaims {
    /// The claims of all that can be reached in a structure of so many bytes.
    ///
    /// - Parameter isFile: whether it is a TIFF file. In EXIF blocks nothing is reserved for pictures that are longer
    ///   than they say: what stands there is a thumbnail at most.
    /// - Throws: `.damaged` where a directory points at its picture by what are no numbers; `.tooMany`, `.tooLong`,
    ///   `.unreadable`.
    init(of structure: TIFFStructure, _ count: Int, isFile: Bool) throws(MetadataEditError) {
        self.init()
        try add(0..<min(structure.header.isBig ? 16 : 8, count), .header)
        overhangs += structure.missing
        for directory in structure.directories {
            try add(
                from: directory.position, directory.byteCount, in: count, .directory(directory.position), isFile: true)
            for entry in directory.entries where !entry.isInline {
                // Of a value of an unknown type nobody knows where it ends; most types have one byte at least.
                guard let length = entry.byteCount ?? entry.countedBytes else { continue }
                try add(from: entry.valuePosition, length, in: count, .value(entry.position), isFile: isFile)
            }
            try addPictures(of: directory, structure, count, isFile: isFile)
            if isFile { try reserveTables(of: directory, structure, count) }
        }
        settle()
    }

    /// The data that a directory points at: strips, tiles, a JPEG stream, the tables of an old one.
    private mutating func addPictures(
        of directory: TIFFStructure.Directory, _ structure: TIFFStructure, _ count: Int, isFile: Bool
    ) throws(MetadataEditError) {
        for (offsets, lengths) in [(273, 279), (324, 325), (513, 514)] as [(UInt16, UInt16)] {
            let starts = try numbers(directory[offsets], structure)
            let counts = try numbers(directory[lengths], structure)
            // Some programs point at a strip once more as at a JPEG stream, and give no length there.
            if offsets == 513, counts.isEmpty, directory[273] != nil { continue }
            let plain = starts.isEmpty || !isFile ? 0 : try Self.plainLength(of: directory, structure)
            for (index, start) in starts.enumerated() where start > 0 {
                let length = index < counts.count ? counts[index] : 0
                let owner = TIFFClaims.Owner.picture(directory.position)
                if length > 0 || start >= count {
                    try add(from: start, length, in: count, owner, isFile: isFile)
                } else if isFile || index >= counts.count {
                    // Without a length all up to the end may be the picture's; a thumbnail of none is empty.
                    try add(start..<count, owner, isOpen: !isFile)
                }
                if start < count { reserve(start..<start + min(plain, count - start)) }
            }
        }
    }

    /// The numbers of a list that says where a picture is: its lengths, and which bytes may be cleared, hang on them.
    private mutating func numbers(
        _ entry: TIFFEntry?, _ structure: TIFFStructure
    ) throws(MetadataEditError) -> [Int] {
        guard let entry else { return [] }
        listed += min(entry.count, 2 * Self.mostClaims)
        guard listed <= 2 * Self.mostClaims else { throw .tooMany(.exif, limit: 2 * Self.mostClaims) }
        let numbers = try structure.integers(of: entry)
        guard !numbers.isEmpty else { throw .damaged(.exif, at: entry.position) }
        return numbers
    }

    /// The tables of a JPEG picture of TIFF's first kind.
    private mutating func reserveTables(
        of directory: TIFFStructure.Directory, _ structure: TIFFStructure, _ count: Int
    ) throws(MetadataEditError) {
        for tables in [519, 520, 521] as [UInt16] {
            for start in try numbers(directory[tables], structure) where start > 0 && start < count {
                // Sixteen counts and at most 256 symbols, or 64 numbers of one or two bytes.
                reserve(start..<start + min(272, count - start))
            }
        }
    }

    /// How long a strip or a tile is that is not compressed: some programs write a length that is too small.
    private static func plainLength(
        of directory: TIFFStructure.Directory, _ structure: TIFFStructure
    ) throws(MetadataEditError) -> Int {
        func number(_ id: UInt16, _ otherwise: Int) throws(MetadataEditError) -> Double {
            Double(try directory[id].flatMap(structure.integer(of:)) ?? otherwise)
        }
        guard try number(259, 1) == 1 else { return 0 }
        let isTiled = directory[324] != nil
        let rows = isTiled ? try number(323, 0) : try min(number(278, .max), number(257, 0))
        let samples = try number(284, 1) == 2 ? 1 : number(277, 1)
        let bits = try number(isTiled ? 322 : 256, 0) * samples * number(258, 1)
        return Int(min((bits / 8).rounded(.up) * rows, 1e15))
    }
}

extension TIFFEntry {
    /// As many bytes as the entry claims values, whatever type these are of.
    fileprivate var countedBytes: Int? { isInline ? nil : count }
}
