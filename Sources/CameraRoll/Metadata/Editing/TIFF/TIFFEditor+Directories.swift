extension TIFFEditor {
    /// Removes and sets tags of a directory; says where it is afterwards.
    ///
    /// A directory that grows is written anew behind the end, which only those can be that a known pointer leads to:
    /// the first one, and EXIF's.
    mutating func rewrite(
        _ found: Found, removing isRemoved: (TIFFEntry) -> Bool = { _ in false }, setting values: [TIFFValue] = []
    ) throws(MetadataEditError) {
        let directory = try directory(at: found.position)
        var entries: [(id: UInt16, bytes: [UInt8])] = []
        for entry in directory.entries {
            if isRemoved(entry) {
                try erase(entry, of: found.kind)
            } else if let value = values.first(where: { $0.id == entry.id }) {
                // A tag that stands there twice is replaced once.
                if entries.contains(where: { $0.id == entry.id }) {
                    try erase(entry, of: found.kind)
                } else {
                    entries.append((entry.id, try replaced(entry, by: value, of: found.kind)))
                }
            } else {
                entries.append((entry.id, try bytes(of: entry)))
            }
        }
        for value in values where !entries.contains(where: { $0.id == value.id }) {
            let position = entries.firstIndex { $0.id > value.id } ?? entries.count
            entries.insert((value.id, try entryBytes(value)), at: position)
        }
        try write(entries.map(\.bytes), of: directory, found)
    }

    private mutating func write(
        _ entries: [[UInt8]], of directory: TIFFDirectory, _ found: Found
    ) throws(MetadataEditError) {
        var new: [UInt8] = []
        new.append(entries.count, bytes: header.countLength, header.order)
        new += entries.joined()
        let old = directory.byteCount(header, isImage: found.kind.isImage)
        if found.kind.isImage { new.append(directory.next, bytes: header.offsetLength, header.order) }
        if new.count <= old {
            new += [UInt8](repeating: 0, count: old - new.count)
            return try write(new, at: found.position, .directory(found.kind))
        }
        let pointer = try pointer(to: found)
        if !found.kind.isImage { new.append(0, bytes: header.offsetLength, header.order) }
        let position = try append(new)
        try write([UInt8](repeating: 0, count: old), at: found.position, .directory(found.kind))
        var target: [UInt8] = []
        target.append(position, bytes: pointer.length, header.order)
        try write(target, at: pointer.position, pointer.owner)
    }

    /// Fills a directory and its values with zeros.
    mutating func erase(_ found: Found) throws(MetadataEditError) {
        let directory = try directory(at: found.position)
        for entry in directory.entries { try erase(entry, of: found.kind) }
        let zeros = [UInt8](repeating: 0, count: directory.byteCount(header, isImage: found.kind.isImage))
        try write(zeros, at: found.position, .directory(found.kind))
    }

    /// Where the pointer to a directory stands, and how many bytes it has.
    private func pointer(
        to found: Found
    ) throws(MetadataEditError) -> (position: Int, length: Int, owner: TIFFClaims.Owner) {
        guard found.kind != .image(0) else { return (header.isBig ? 8 : 4, header.offsetLength, .header) }
        guard found.kind == .exif, let first = try directories().first(where: { $0.kind == .image(0) }),
            let entry = try directory(at: first.position)[0x8769], entry.isInline, entry.count == 1,
            let length = entry.byteCount, length == header.offsetLength || length == 4
        else { throw .damaged(.exif, at: found.position) }
        return (entry.valuePosition, length, .directory(first.kind))
    }

    private func bytes(of entry: TIFFEntry) throws(MetadataEditError) -> [UInt8] {
        let source = bytes
        let range = entry.position..<entry.position + header.entryLength
        return try reading { () throws(MetadataError) in try source.bytes(in: range) }
    }

    /// An entry whose value is another one now: written over where it fits, otherwise behind the end.
    private mutating func replaced(
        _ entry: TIFFEntry, by value: TIFFValue, of directory: MetadataTag.Directory
    ) throws(MetadataEditError) -> [UInt8] {
        guard !entry.isInline, let room = entry.byteCount, value.bytes.count <= room,
            value.bytes.count > header.offsetLength
        else {
            try erase(entry, of: directory)
            return try entryBytes(value)
        }
        try erase(entry, of: directory)
        try write(value.bytes, at: entry.valuePosition, .value(entry.id, directory))
        return entryBytes(value, at: entry.valuePosition)
    }

    /// A new entry, with its value in it or behind the end.
    private mutating func entryBytes(_ value: TIFFValue) throws(MetadataEditError) -> [UInt8] {
        if value.bytes.count <= header.offsetLength { return entryBytes(value, at: nil) }
        return entryBytes(value, at: try append(value.bytes))
    }

    private func entryBytes(_ value: TIFFValue, at position: Int?) -> [UInt8] {
        var entry: [UInt8] = []
        entry.append(Int(value.id), bytes: 2, header.order)
        entry.append(Int(value.type.rawValue), bytes: 2, header.order)
        entry.append(value.count, bytes: header.offsetLength, header.order)
        if let position {
            entry.append(position, bytes: header.offsetLength, header.order)
        } else {
            entry += value.bytes + [UInt8](repeating: 0, count: header.offsetLength - value.bytes.count)
        }
        return entry
    }

    /// Sets tags of EXIF's directory, which is made where there is none.
    mutating func setEXIF(
        _ values: [TIFFValue], removing isRemoved: (TIFFEntry) -> Bool
    ) throws(MetadataEditError) {
        let directories = try directories()
        if let found = directories.first(where: { $0.kind == .exif }) {
            return try rewrite(found, removing: isRemoved, setting: values)
        }
        guard let first = directories.first(where: { $0.kind == .image(0) }) else { throw .damaged(.exif, at: 0) }
        var new: [UInt8] = []
        new.append(values.count, bytes: header.countLength, header.order)
        for value in values.sorted(by: { $0.id < $1.id }) { new += try entryBytes(value) }
        new.append(0, bytes: header.offsetLength, header.order)
        let position = try append(new)
        try rewrite(first, setting: [.pointer(0x8769, position, header)])
    }

    /// Sets tags of the first directory.
    mutating func setFirst(_ values: [TIFFValue]) throws(MetadataEditError) {
        guard let first = try directories().first(where: { $0.kind == .image(0) }) else { throw .damaged(.exif, at: 0) }
        try rewrite(first, setting: values)
    }
}

extension TIFFValue {
    /// The position of a directory, as wide as the structure's offsets.
    fileprivate static func pointer(_ id: UInt16, _ position: Int, _ header: TIFFHeader) -> TIFFValue {
        var bytes: [UInt8] = []
        bytes.append(position, bytes: header.offsetLength, header.order)
        return TIFFValue(id: id, type: header.isBig ? .long8 : .long, bytes: bytes)
    }
}
