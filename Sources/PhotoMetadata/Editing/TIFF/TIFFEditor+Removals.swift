extension TIFFEditor {
    /// Removes places from every directory, and every unreferenced byte.
    ///
    /// Maker notes except Apple's are removed, too: many cameras write places into them in undocumented forms.
    mutating func removeLocation() throws(MetadataEditError) {
        for directory in directories {
            if directory.kind == .gps {
                try erase(directory)
            } else {
                let blocks = try blocks(of: directory, .removeLocation, adds: false)
                let removed = try blocks.removed.union(TIFFPlaceTags.ids).union(foreignNotes(of: directory))
                try checkUnknown(directory)
                try rewrite(
                    directory, removing: { removed.contains($0.id) || Self.isUnknown($0) }, setting: blocks.values)
            }
            try cleanPictures(of: directory, .removeLocation)
        }
        try clearUnclaimed()
    }

    /// Removes from all directories the tags that the pictures do not need, and removes pictures that are small
    /// copies.
    ///
    /// - Parameter orientation: the orientation to set if the first directory has none.
    mutating func removeSensitive(_ orientation: ImageOrientation) throws(MetadataEditError) {
        var previews: [Int: Int] = [:]
        for directory in directories where try isPreview(directory) { previews[directory.position] = directory.next }
        for directory in directories {
            if previews[directory.position] != nil {
                try erasePicture(of: directory)
                try erase(directory)
            } else {
                try strip(directory, previews, orientation)
                try cleanPictures(of: directory, .removeSensitive)
            }
        }
        for gap in claims.unclaimed(in: 0..<source.byteCount) { clear(gap) }
    }

    private mutating func strip(
        _ directory: Directory, _ previews: [Int: Int], _ orientation: ImageOrientation
    ) throws(MetadataEditError) {
        var removed = Set(directory.entries.map(\.id).filter { !TIFFPictureTags.contains($0, in: directory.kind) })
        if directory.kind.isImage, try keepsEXIF(of: directory) { removed.remove(0x8769) }
        if !directory.kind.isImage, removed.isSuperset(of: directory.entries.map(\.id)) { return try erase(directory) }
        var values: [TIFFValue] = []
        if directory.kind == .image(0), directory[Self.orientation] == nil, orientation != .up {
            values.append(.short(Self.orientation, orientation.rawValue, header.order))
        }
        if let entry = directory[0x014A] {
            let old = try structure.integers(of: entry)
            let new = old.filter { previews[$0] == nil }
            if new.isEmpty { removed.insert(entry.id) }
            if !new.isEmpty, new != old { values.append(.pointers(entry.id, new, header)) }
        }
        let next = next(of: directory, without: previews)
        try rewrite(
            directory, removing: { removed.contains($0.id) }, setting: values,
            next: next == directory.next ? nil : next)
    }

    /// Whether something stays of the EXIF directory of a picture's directory.
    private func keepsEXIF(of directory: Directory) throws(MetadataEditError) -> Bool {
        let target = try directory[0x8769].flatMap(structure.integer(of:))
        return directories.contains { found in
            found.position == target && found.kind == .exif
                && found.entries.contains { TIFFPictureTags.contains($0.id, in: .exif) }
        }
    }

    /// The position of the next directory that stays.
    private func next(of directory: Directory, without previews: [Int: Int]) -> Int {
        var next = directory.next
        var steps = 0
        while let behind = previews[next] {
            guard steps < directories.count else { return 0 }
            (next, steps) = (behind, steps + 1)
        }
        return next
    }

    /// Whether a picture is a small copy of another one (the lowest bit of tag 254); the first one never is.
    private func isPreview(_ directory: Directory) throws(MetadataEditError) -> Bool {
        guard directory.kind.isImage, directory.kind != .image(0), let entry = directory[254] else { return false }
        return try structure.integer(of: entry).map { $0 & 1 == 1 } ?? false
    }

    private func foreignNotes(of directory: Directory) throws(MetadataEditError) -> Set<UInt16> {
        guard let entry = directory[TIFFParser.makerNote] else { return [] }
        let range = try range(of: entry)
        let source = source
        let head = try reading { () throws(MetadataError) in try source.bytes(in: range.prefix(10)) }
        return head.elementsEqual("Apple iOS\0".utf8) ? [] : [entry.id]
    }

    /// Refuses a camera's raw file: only its maker knows which data belong to the picture.
    ///
    /// - Throws: `.unsupported`.
    func refuseRaw() throws(MetadataEditError) {
        let rawTags: Set<UInt16> = [0xC640, 0xC612, 0xC634]
        for directory in directories {
            let colours = try directory[262].flatMap(structure.integer(of:))
            let isRaw = colours == 32_803 || colours == 34_892 || directory.entries.contains { rawTags.contains($0.id) }
            if isRaw { throw .unsupported(.tiff) }
        }
    }

    /// Refuses pictures in an unknown compression, since the tags that it needs are unknown.
    ///
    /// - Throws: `.unsupported`.
    func refuseUnknownCompression() throws(MetadataEditError) {
        for directory in directories where directory.kind.isImage {
            guard let entry = directory[259] else { continue }
            let number = try structure.integer(of: entry)
            guard let number, TIFFPictureTags.compressions.contains(number) else { throw .unsupported(.tiff) }
        }
    }
}

// MARK: - Unknown data

extension TIFFEditor {
    /// Refuses values that look like metadata and may hold a place: of unknown tags, and of tags that hold any
    /// data.
    private func checkUnknown(_ directory: Directory) throws(MetadataEditError) {
        for entry in directory.entries where !entry.isInline && !TIFFPlaceTags.ids.contains(entry.id) {
            let isBytes = entry.type == .undefined || entry.type == .byte
            let isOpaque = isBytes && !TIFFKnownTags.understood.contains(entry.id)
            guard isOpaque || Self.isUnknown(entry) else { continue }
            // Bytes that belong to only one value are searched once.
            try claims.check(.value(entry.position))
            if let found = try MetadataSignatures.first(in: range(of: entry), of: source) {
                throw .unknownData(at: found)
            }
        }
    }

    /// Removes metadata from the JPEG pictures and tables of a directory.
    private mutating func cleanPictures(of directory: Directory, _ edit: MetadataEdit) throws(MetadataEditError) {
        if let entry = directory[347], !entry.isInline { try cleanTables(entry) }
        guard directory[513] != nil else { return }
        for range in claims.pictures[directory.position] ?? [] {
            try claims.check(.picture(directory.position))
            var blanker = JPEGMetadataEraser(EditPlan(of: source, range), edit)
            try blanker.blankPicture()
            for patch in blanker.patches {
                try write(patch.bytes, at: range.lowerBound + patch.position, inPictureOf: directory)
            }
        }
    }

    /// Removes metadata from the tables that JPEG strips share; the pages of a file may share them, too.
    private mutating func cleanTables(_ entry: TIFFEntry) throws(MetadataEditError) {
        let range = try range(of: entry)
        guard cleanTables.insert(range).inserted else { return }
        guard range.count <= JPEGTables.longest else {
            throw .tooLong(.exif, bytes: range.count, limit: JPEGTables.longest)
        }
        if claims.isShared(.value(entry.position)), cleanTables.count > Self.mostShared {
            throw .overlapping(at: range.lowerBound)
        }
        if let clean = JPEGTables.withoutApplications(try value(of: entry)) { try write(clean, over: entry) }
    }

    /// Fills unreferenced bytes with zeros, unless an unknown tag may reference them.
    private mutating func clearUnclaimed() throws(MetadataEditError) {
        let gaps = claims.unclaimed(in: 0..<source.byteCount)
        var empty: Set<Int> = []
        for directory in directories {
            for entry in directory.entries where Self.mayPoint(entry) {
                if !entry.isInline { try claims.check(.value(entry.position)) }
                for position in try structure.integers(of: entry) {
                    guard let gap = Self.range(in: gaps, at: position), !empty.contains(gap.lowerBound) else {
                        continue
                    }
                    guard try source.isZero(gap) else { throw .unknownData(at: position) }
                    empty.insert(gap.lowerBound)
                }
            }
        }
        for gap in gaps { clear(gap) }
    }

    /// Whether a tag's meaning is unknown; directories that it references are cleaned like all others.
    private static func isUnknown(_ entry: TIFFEntry) -> Bool {
        !TIFFKnownTags.ids.contains(entry.id) && entry.type != .directory && entry.type != .directory8
    }

    /// Whether an unknown tag's numbers may be positions.
    private static func mayPoint(_ entry: TIFFEntry) -> Bool {
        guard let type = entry.type, isUnknown(entry) else { return false }
        return type.byteCount >= 4 && !TIFFPlaceTags.ids.contains(entry.id)
    }

    private static func range(in ranges: [Range<Int>], at position: Int) -> Range<Int>? {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].contains(position) { return ranges[middle] }
            if ranges[middle].lowerBound < position { low = middle + 1 } else { high = middle }
        }
        return nil
    }

}
