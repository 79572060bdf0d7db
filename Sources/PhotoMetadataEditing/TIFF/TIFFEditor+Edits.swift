import PhotoMetadata

extension TIFFEditor {
    /// Makes an edit that sets something, and adds the structures that it needs.
    ///
    /// - Parameter isFile: whether it is a TIFF file, in which missing XMP and IPTC blocks are created.
    mutating func set(_ edit: MetadataEdit, isFile: Bool) throws(MetadataEditError) {
        let directory = try first()
        try rewriteTail(from: directory)
        let blocks = try blocks(of: directory, edit, adds: isFile)
        var (first, removed) = (blocks.values, blocks.removed)
        switch edit {
        case .setCopyright(let text): first.append(.text(Self.copyright, text))
        case .removeCopyright: removed.insert(Self.copyright)
        case .setOrientation(let orientation):
            first.append(.short(Self.orientation, orientation.rawValue, header.order))
        case .setCaptureDate(let date):
            let values = try exifValues(of: date)
            return try change(
                first: first, removing: removed, exif: values, removingEXIF: Self.dates.subtracting(values.map(\.id)))
        case .removeLocation, .removeSensitive: break
        }
        try change(first: first, removing: removed)
    }

    /// Rewrites the end, as far as earlier edits of this kind wrote it: the first directory, EXIF's, and their new
    /// values.
    private mutating func rewriteTail(from directory: Directory) throws(MetadataEditError) {
        let target = try directory[0x8769].flatMap(structure.integer(of:))
        let exif = directories.first { $0.kind == .exif && $0.position == target }
        var owners: Set<TIFFByteOwnership.Owner> = []
        for found in [directory, exif].compactMap(\.self) where found.isWhole {
            owners.insert(.directory(found.position))
            for entry in found.entries where Self.settable.contains(entry.id) && (try? range(of: entry)) != nil {
                owners.insert(.value(entry.position))
            }
        }
        try rewriteTail(of: owners)
    }

    /// The tags whose values edits set.
    private static let settable: Set<UInt16> = dates.union([
        copyright, orientation, 0x9000, TIFFParser.xmp, TIFFParser.iptc, TIFFParser.photoshop,
    ])

    static let orientation: UInt16 = 0x0112
    private static let copyright: UInt16 = 0x8298
    /// The dates of capture and digitization, their fractions and their zones.
    private static let dates: Set<UInt16> = [0x9003, 0x9004, 0x9291, 0x9292, 0x9011, 0x9012]

    private func exifValues(of date: MetadataDate) throws(MetadataEditError) -> [TIFFValue] {
        var values = [TIFFValue.text(0x9003, date.exifText), .text(0x9004, date.exifText)]
        if let digits = date.subseconds { values += [.text(0x9291, digits), .text(0x9292, digits)] }
        guard let offset = date.offsetText else { return values }
        values += [.text(0x9011, offset), .text(0x9012, offset)]
        // Zones are tags of EXIF 2.31 and later.
        if try version() < "0231" { values.append(.bytes(0x9000, .undefined, Array("0231".utf8))) }
        return values
    }

    /// EXIF's version, four digits; empty if EXIF has no version.
    private func version() throws(MetadataEditError) -> String {
        let target = try first()[0x8769].flatMap(structure.integer(of:))
        let exif = directories.first { $0.kind == .exif && $0.position == target }
        return String(decoding: try exif?[0x9000].map(value(of:)) ?? [], as: UTF8.self)
    }

    /// XMP, IPTC and Photoshop's resources of a directory after a change: new values, and the tags to remove.
    func blocks(
        of directory: Directory, _ edit: MetadataEdit, adds: Bool
    ) throws(MetadataEditError) -> (values: [TIFFValue], removed: Set<UInt16>) {
        var result: (values: [TIFFValue], removed: Set<UInt16>) = ([], [])
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
            if let new, !new.isEmpty { result.values.append(.bytes(id, type, new)) } else { result.removed.insert(id) }
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
        guard directory.isWhole else { throw .damaged(.exif, at: directory.position) }
        let isChanged = !values.isEmpty || next != nil || directory.entries.contains(where: isRemoved)
        guard isChanged || isInTail(directory) else { return directory.position }
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
        try write(entries, of: directory, at: position, next: next ?? directory.next)
        return position
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

    /// Sets and removes tags of the first directory and of its EXIF directory, which is created if needed.
    mutating func change(
        first: [TIFFValue] = [], removing firstRemoved: Set<UInt16> = [], exif: [TIFFValue] = [],
        removingEXIF exifRemoved: Set<UInt16> = []
    ) throws(MetadataEditError) {
        let directory = try self.first()
        let pointer = directory[0x8769]
        var first = first
        let target = try pointer.flatMap(structure.integer(of:))
        if let found = directories.first(where: { $0.kind == .exif && $0.position == target }) {
            let position = try rewrite(found, removing: { exifRemoved.contains($0.id) }, setting: exif)
            if position != found.position { first.append(.pointer(0x8769, position, header)) }
        } else if !exif.isEmpty {
            first.append(.pointer(0x8769, try append(directory: exif), header))
        }
        try rewrite(directory, removing: { firstRemoved.contains($0.id) }, setting: first)
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
