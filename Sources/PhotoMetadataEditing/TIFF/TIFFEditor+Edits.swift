import PhotoMetadata

extension TIFFEditor {
    /// Makes an edit that sets something, and adds the structures that it needs.
    ///
    /// - Parameter isFile: whether it is a TIFF file, in which missing XMP and IPTC blocks are created.
    mutating func set(_ edit: MetadataEdit, isFile: Bool) throws(MetadataEditError) {
        keepsShared = true
        try rewriteTail()
        if case .setOrientation(let orientation) = edit, !isFile { try turnThumbnail(orientation) }
        var (first, exif, gps) = try changes(by: edit)
        let blocks = try blocks(of: self.first(), edit, adds: isFile)
        first.values += blocks.values
        first.removed.formUnion(blocks.removed)
        try change(first: first, exif: exif, gps: gps)
    }

    /// Sets the orientation of the thumbnail's directory, if that has one.
    private mutating func turnThumbnail(_ orientation: ImageOrientation) throws(MetadataEditError) {
        for directory in directories where directory.kind == .image(1) {
            guard let entry = directory[Self.orientation], entry.type == .short, entry.count == 1,
                !claims.isShared(.directory(directory.position))
            else { continue }
            try write(TIFFValue.short(entry.id, orientation.rawValue, header.order).bytes, over: entry)
        }
    }

    /// Rewrites the end, as far as earlier edits of this kind wrote it: the first directory, EXIF's and GPS's, and
    /// their new values.
    private mutating func rewriteTail() throws(MetadataEditError) {
        var owners: Set<TIFFByteOwnership.Owner> = []
        // A directory without tags may be the zeros where a missing one was to be, unless nothing follows it.
        let others = [try directory(.exif), try directory(.gps)].compactMap(\.self).filter {
            !$0.entries.isEmpty || $0.range.upperBound >= source.byteCount - header.offsetLength
        }
        for found in [try first()] + others where found.isWhole {
            owners.insert(.directory(found.position))
            let settable = found.kind == .gps ? LocationTags.settable : Self.settable
            for entry in found.entries where settable.contains(entry.id) && (try? range(of: entry)) != nil {
                owners.insert(.value(entry.position))
            }
        }
        try rewriteTail(of: owners)
    }

    /// EXIF's or GPS's directory of the picture; nil if the first directory names none.
    func directory(_ kind: MetadataTag.Directory) throws(MetadataEditError) -> Directory? {
        let target = try first()[kind == .gps ? 0x8825 : 0x8769].flatMap(structure.integer(of:))
        return directories.first { $0.kind == kind && $0.position == target }
    }

    /// XMP, IPTC and Photoshop's resources of a directory after a change: new values, and the tags to remove.
    func blocks(
        of directory: Directory, _ edit: MetadataEdit, adds: Bool
    ) throws(MetadataEditError) -> TIFFChange {
        var result = TIFFChange()
        func change(
            _ id: UInt16, _ type: MetadataTag.ValueType, adds: Bool,
            _ changed: ([UInt8]?, Int) throws(MetadataEditError) -> [UInt8]?
        ) throws(MetadataEditError) {
            let entry = directory[id]
            // Without this check, bytes that thousands of directories share would be read for each of them.
            if edit.isRemoval, let entry, !entry.isInline { try claims.check(.value(entry.position)) }
            let old = try entry.map(value(of:))
            guard old != nil || adds else { return }
            let new = try changed(old, entry?.valuePosition ?? 0)
            guard new != old else { return }
            guard let new, !new.isEmpty else { return _ = result.removed.insert(id) }
            // Programs write them as bytes or as longer numbers.
            let own = entry?.type.flatMap { [.byte, .undefined, .long].contains($0) ? $0 : nil } ?? type
            let padding = [UInt8](repeating: 0, count: (own.byteCount - new.count % own.byteCount) % own.byteCount)
            result.values.append(.bytes(id, own, new + padding))
        }
        let hasPhotoshop = directory[TIFFParser.photoshop] != nil
        try change(TIFFParser.xmp, .byte, adds: adds, edit.changed(xmp:at:))
        try change(TIFFParser.iptc, .undefined, adds: adds && !hasPhotoshop, edit.changed(iptc:at:))
        let isStale = result.removed.union(result.values.map(\.id)).contains(TIFFParser.iptc)
        try change(TIFFParser.photoshop, .byte, adds: false) { old, position throws(MetadataEditError) in
            try edit.changed(photoshop: old, at: position, besideIPTC: directory[TIFFParser.iptc] != nil, isStale)
        }
        return result
    }
}

extension TIFFEditor {
    /// Removes and sets tags of a directory, and returns its new position.
    ///
    /// A directory that grows is rewritten behind the end; its caller changes the pointer to it.
    @discardableResult
    mutating func rewrite(
        _ directory: Directory, removing isRemoved: (TIFFEntry) -> Bool = { _ in false },
        setting values: [TIFFValue] = [], next: Int? = nil
    ) throws(MetadataEditError) -> Int {
        guard let new = try place(directory, removing: isRemoved, setting: values, next: next) else {
            return directory.position
        }
        try write(new.entries, of: directory, at: new.position, next: next ?? directory.next)
        return new.position
    }

    /// A directory's new position, and its entries, whose values are written already.
    private typealias NewDirectory = (position: Int, entries: [[UInt8]])

    /// Finds the place of a directory and of its values; nil if the directory stays as it is.
    private mutating func place(
        _ directory: Directory, removing isRemoved: (TIFFEntry) -> Bool = { _ in false }, setting values: [TIFFValue],
        next: Int? = nil
    ) throws(MetadataEditError) -> NewDirectory? {
        guard directory.isWhole else { throw .damaged(.exif, at: directory.position) }
        let isChanged = !values.isEmpty || next != nil || directory.entries.contains(where: isRemoved)
        guard isChanged || isInTail(directory) else { return nil }
        var items: [(entry: TIFFEntry?, value: TIFFValue?)] = []
        var left = Dictionary(values.map { ($0.id, $0) }) { first, _ in first }
        let replacedTags = Set(left.keys)
        for entry in directory.entries {
            if isRemoved(entry), left[entry.id] == nil {
                try erase(entry, keepsShared: entry.id == TIFFParser.makerNote)
            } else if let value = left.removeValue(forKey: entry.id) {
                items.append((entry, value))
            } else if replacedTags.contains(entry.id) {
                // A tag that occurs twice is replaced once.
                try erase(entry)
            } else {
                items.append((entry, nil))
            }
        }
        for value in left.values.sorted(by: { $0.id < $1.id }) {
            let place = items.firstIndex { $0.entry?.id ?? $0.value?.id ?? 0 > value.id } ?? items.count
            items.insert((nil, value), at: place)
        }
        // The directory first, then values in its order: so the same tags get the same positions.
        let position = try place(for: items.count, of: directory)
        var entries: [[UInt8]] = []
        for item in items { entries.append(try bytes(of: item.entry, item.value, in: directory)) }
        return (position, entries)
    }

    private mutating func bytes(
        of entry: TIFFEntry?, _ value: TIFFValue?, in directory: Directory
    ) throws(MetadataEditError) -> [UInt8] {
        switch (entry, value) {
        case (let entry?, let value?): return try replaced(entry, by: value)
        case (nil, let value?): return try entryBytes(value)
        case (let entry?, nil):
            guard isInTail(entry), let type = entry.type else { return bytes(of: entry, in: directory) }
            return try entryBytes(.bytes(entry.id, type, self.value(of: entry)))
        case (nil, nil): return []
        }
    }

    private func bytes(of entry: TIFFEntry, in directory: Directory) -> [UInt8] {
        let start = entry.position - directory.position
        return Array(directory.bytes[start..<start + header.entryLength])
    }

    /// Changes tags of the first directory, and of EXIF's and GPS's, which are created if needed.
    ///
    /// The first directory comes before the others, so that the next edit can cut off those that a removal left empty.
    mutating func change(
        first: TIFFChange, exif: TIFFChange = TIFFChange(), gps: TIFFChange = TIFFChange()
    ) throws(MetadataEditError) {
        let directory = try self.first()
        let others = [(0x8769, .exif, exif), (0x8825, .gps, gps)] as [Other]
        var values = first.values
        for (id, kind, change) in others where try self.directory(kind) == nil && !change.values.isEmpty {
            values.append(.pointer(id, 0, header))
        }
        var new = try place(directory, removing: { first.removed.contains($0.id) }, setting: values)
        for (id, kind, change) in others {
            guard let position = try self.position(of: kind, after: change) else { continue }
            let pointer = TIFFValue.pointer(id, position, header)
            if let index = new?.entries.firstIndex(where: { $0.uint16(at: 0, header.order) == Int(id) }) {
                if let entry = directory[id] { try erase(entry) }
                new?.entries[index] = pointer.entry(at: nil, header)
            } else {
                new = try place(directory, setting: [pointer])
            }
        }
        if let new { try write(new.entries, of: directory, at: new.position, next: directory.next) }
    }

    /// The tag that points at a directory, the directory, and its change.
    private typealias Other = (pointer: UInt16, kind: MetadataTag.Directory, change: TIFFChange)

    /// Changes or creates a directory; returns its new position, or nil if it keeps its place.
    private mutating func position(
        of kind: MetadataTag.Directory, after change: TIFFChange
    ) throws(MetadataEditError) -> Int? {
        guard let found = try directory(kind) else {
            return change.values.isEmpty ? nil : try append(directory: change.values)
        }
        let position = try rewrite(found, removing: { change.removed.contains($0.id) }, setting: change.values)
        return position == found.position ? nil : position
    }

    /// Appends a directory behind the end, and returns its position.
    mutating func append(directory values: [TIFFValue]) throws(MetadataEditError) -> Int {
        let length = header.countLength + values.count * header.entryLength + header.offsetLength
        // The directory first, as in `rewrite`: so an edit that is made again finds and leaves the same bytes.
        let position = try append([UInt8](repeating: 0, count: length))
        var entries: [[UInt8]] = []
        for value in values.sorted(by: { $0.id < $1.id }) { entries.append(try entryBytes(value)) }
        write(entries, at: position, next: 0)
        return position
    }
}
