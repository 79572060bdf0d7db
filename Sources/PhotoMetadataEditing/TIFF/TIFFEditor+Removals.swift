import PhotoMetadata

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
                let repeated = repeatedEntries(of: directory)
                try checkUnknown(directory)
                try rewrite(
                    directory,
                    removing: { entry in
                        removed.contains(entry.id) || repeated.contains(entry.position)
                            || Self.isUnknown(entry, in: directory.kind)
                    }, setting: blocks.values)
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
        let repeated = repeatedEntries(of: directory)
        try rewrite(
            directory, removing: { removed.contains($0.id) || repeated.contains($0.position) }, setting: values,
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

    /// The positions of the entries that repeat a tag whose bytes are parsed: readers use the first one.
    private func repeatedEntries(of directory: Directory) -> Set<Int> {
        var ids: Set<UInt16> = []
        let parsed = directory.entries.filter { TIFFKnownTags.understood.contains($0.id) }
        return Set(parsed.filter { !ids.insert($0.id).inserted }.map(\.position))
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
            guard isOpaque || Self.isUnknown(entry, in: directory.kind) else { continue }
            // Bytes that belong to only one value are searched once.
            try claims.check(.value(entry.position))
            if let found = try MetadataSignatures.first(in: range(of: entry), of: source) {
                throw .unknownData(at: found)
            }
        }
    }

    /// Removes metadata from the JPEG pictures and tables of a directory, and from behind its color profile.
    private mutating func cleanPictures(of directory: Directory, _ edit: MetadataEdit) throws(MetadataEditError) {
        if let entry = directory[TIFFKnownTags.jpegTables], !entry.isInline { try cleanTables(entry) }
        if let entry = directory[TIFFKnownTags.profile], !entry.isInline { try cleanProfile(entry) }
        guard directory[513] != nil else { return }
        // Strips and tiles may lie within a stream.
        let isStream = directory[273] == nil && directory[324] == nil
        var last = 0..<0
        for range in claims.pictures[directory.position] ?? [] where range != last {
            try claims.check(.picture(directory.position))
            inspectedBytes += range.count
            // No real picture has its bytes in more parts than these.
            guard inspectedBytes <= 4 * source.byteCount, !isStream || !range.overlaps(last) else {
                throw .overlapping(at: range.lowerBound)
            }
            try cleanPicture(range, of: directory, edit, isStream: isStream)
            last = range
        }
    }

    /// Removes metadata from a part of a directory's picture, and what follows the end of a stream.
    private mutating func cleanPicture(
        _ range: Range<Int>, of directory: Directory, _ edit: MetadataEdit, isStream: Bool
    ) throws(MetadataEditError) {
        let blanked = try JPEGBlanker.blankedPicture(in: range, of: source, edit)
        for patch in blanked.patches { try write(patch.bytes, at: patch.position, inPictureOf: directory) }
        if isStream { clear(range.dropFirst(blanked.length)) }
    }

    /// Removes metadata from the tables that JPEG strips share.
    private mutating func cleanTables(_ entry: TIFFEntry) throws(MetadataEditError) {
        let range = try range(of: entry)
        guard try isFirst(entry, range) else { return }
        guard range.count <= JPEGTables.longest else {
            throw .tooLong(.exif, bytes: range.count, limit: JPEGTables.longest)
        }
        if let clean = JPEGTables.withoutApplications(try value(of: entry)) { try write(clean, over: entry) }
    }

    /// Fills the bytes behind a color profile's own end with zeros; all of them if the value is no profile.
    private mutating func cleanProfile(_ entry: TIFFEntry) throws(MetadataEditError) {
        guard let range = try? range(of: entry), try isFirst(entry, range) else { return }
        let source = source
        let head = try reading { () throws(MetadataError) in
            try source.bytes(in: range.prefix(ICCProfile.headLength))
        }
        let behind = range.dropFirst(ICCProfile.length(of: head) ?? 0)
        guard try !source.isZero(behind) else { return }
        try claims.check(.value(entry.position))
        clear(behind)
    }

    /// Whether a value is inspected for the first time: the pages of a file may share it.
    ///
    /// - Throws: `.overlapping` if more values share bytes with others than are inspected one by one.
    private mutating func isFirst(_ entry: TIFFEntry, _ range: Range<Int>) throws(MetadataEditError) -> Bool {
        guard inspected[entry.id, default: []].insert(range).inserted else { return false }
        let count = inspected[entry.id]?.count ?? 0
        if claims.isShared(.value(entry.position)), count > Self.mostShared {
            throw .overlapping(at: range.lowerBound)
        }
        return true
    }

    /// Fills unreferenced bytes with zeros, unless an unknown tag may reference them.
    private mutating func clearUnclaimed() throws(MetadataEditError) {
        let gaps = claims.unclaimed(in: 0..<source.byteCount)
        var empty: Set<Int> = []
        for directory in directories {
            for entry in directory.entries where Self.mayPoint(entry, in: directory.kind) {
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
    private static func isUnknown(_ entry: TIFFEntry, in directory: MetadataTag.Directory) -> Bool {
        !TIFFKnownTags.contains(entry, in: directory) && entry.type != .directory && entry.type != .directory8
    }

    /// Whether an unknown tag's numbers may be positions.
    private static func mayPoint(_ entry: TIFFEntry, in directory: MetadataTag.Directory) -> Bool {
        guard let type = entry.type, isUnknown(entry, in: directory) else { return false }
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
