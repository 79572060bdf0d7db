extension TIFFEditor {
    /// Removes and sets tags of a directory, and says where it is afterwards.
    ///
    /// A directory that grows is written anew behind the end; its caller changes the pointer to it.
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
                // A tag that stands there twice is replaced once.
                try erase(entry)
            } else {
                items.append((entry, nil))
            }
        }
        for value in left.values.sorted(by: { $0.id < $1.id }) {
            let place = items.firstIndex { $0.entry?.id ?? $0.value?.id ?? 0 > value.id } ?? items.count
            items.insert((nil, value), at: place)
        }
        // The directory first, then values in its order: so the same tags come to lie in the same places.
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

    /// Sets and removes tags of the first directory and of the EXIF directory that it names, which is made where there
    /// is none and one is needed.
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

    /// Adds a directory behind the end, and says where.
    mutating func append(directory values: [TIFFValue]) throws(MetadataEditError) -> Int {
        let length = header.countLength + values.count * header.entryLength + header.offsetLength
        // The directory first, as `rewrite` does: so an edit that is made again finds and leaves the same bytes.
        let position = try append([UInt8](repeating: 0, count: length))
        var entries: [[UInt8]] = []
        for value in values.sorted(by: { $0.id < $1.id }) { entries.append(try entryBytes(value)) }
        write(entries, at: position, next: 0)
        return position
    }
}
