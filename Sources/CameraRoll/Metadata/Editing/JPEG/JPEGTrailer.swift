/// The picture data of a JPEG file and what stands behind them: further pictures, which have metadata of their own.
///
/// Where a place is to be removed, it is removed from these pictures too, in place, so that none of them moves. With
/// all that is sensitive they go. What is neither a JPEG picture nor zeros never stays. Mostly it is what lay on the
/// card before: 10 files of the set of real images have such bytes, one of them another file's text. Nobody reads them,
/// so they go. What looks like a movie or a block of metadata somebody may want: removing a place promises that the
/// rest stays, so that is refused. What a Samsung phone puts there is known, and stays but for the country.
struct JPEGTrailer {
    /// A picture that is looked for where there is none costs a walk through the file.
    private static let mostCandidates = 16
    private static let mostPictures = 64
    private static let windowLength = 1 << 16

    private let source: any ByteSource
    private let edit: MetadataEdit
    private let reader: ByteReader
    private var range: Range<Int>
    private var patches: [(range: Range<Int>, bytes: [UInt8]?)] = []
    private var samsung: SamsungTrailer?
    /// Where a Samsung phone's blocks begin, or the file ends.
    private let limit: Int

    /// - Throws: `.unknownTrailer` where a place is to be removed, and may stand in a movie or a block of
    ///   somebody's; `.tooMany`.
    init(_ layout: JPEGLayout, _ source: any ByteSource, _ edit: MetadataEdit) throws(MetadataEditError) {
        (self.source, self.edit, reader) = (source, edit, layout.reader)
        samsung = try SamsungTrailer(source, behind: layout.scan)
        limit = samsung?.range.lowerBound ?? layout.reader.count
        range = layout.scan..<limit
        guard edit.isRemoval else { return }
        let (end, late) = try layout.end()
        var blanker = JPEGBlanker(source, edit)
        try blanker.blank(late)
        add(blanker.patches, at: 0)
        // A picture that lacks its end ends with the file.
        patches = patches.filter { $0.range.upperBound <= limit }
        if edit == .removePlace {
            try changePictures(from: min(end, limit))
            try samsung?.refusePlaces()
        } else {
            // Other pictures show what was cut off, or hidden, in the first one.
            cut(behind: min(end, limit))
            samsung = nil
        }
    }

    func add(to plan: inout EditPlan) {
        var next = range.lowerBound
        for patch in patches.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            plan.copy(next..<patch.range.lowerBound)
            if let bytes = patch.bytes { plan.add(bytes) } else { plan.addZeros(patch.range.count) }
            next = patch.range.upperBound
        }
        if next < range.upperBound { plan.copy(next..<range.upperBound) }
        samsung?.add(to: &plan, withoutPlace: edit == .removePlace)
    }

    private mutating func changePictures(from start: Int) throws(MetadataEditError) {
        var (position, pictureEnd, pictures, candidates) = (start, start, 0, 0)
        while let found = try firstByte(from: position) {
            if let end = try changePicture(at: found) {
                pictures += 1
                guard pictures <= Self.mostPictures else { throw .tooMany(.container, limit: Self.mostPictures) }
                (position, pictureEnd) = (end, end)
            } else {
                candidates += 1
                let next = candidates <= Self.mostCandidates ? try nextPicture(behind: found) : nil
                try drop(found..<(next ?? limit))
                guard let next else { return cut(behind: pictureEnd) }
                position = next
            }
        }
    }

    /// Drops what nobody knows: in front of another picture it becomes zeros, so that this one does not move.
    private mutating func drop(_ unknown: Range<Int>) throws(MetadataEditError) {
        if let mark = try MetadataMarks.first(in: unknown, of: source) {
            throw .unknownTrailer(at: mark)
        }
        patches.append((unknown, nil))
    }

    /// Ends the file behind the last picture: no other follows.
    private mutating func cut(behind end: Int) {
        range = range.lowerBound..<end
        patches.removeAll { $0.range.lowerBound >= end }
    }

    /// Removes what is to be removed from a picture, and says where it ends; nil where there is none.
    private mutating func changePicture(at start: Int) throws(MetadataEditError) -> Int? {
        let head = try reading { () throws(MetadataError) in try reader.uint32(at: start) }
        guard let head, head >> 8 == 0xFFD8FF, let layout = try? JPEGLayout(reader, at: start) else { return nil }
        let end = min(try layout.end().position, limit)
        var blanker = JPEGBlanker(EditPlan(of: source, start..<end), edit)
        try blanker.blankPicture()
        add(blanker.patches, at: start)
        return max(end, start + 2)
    }

    private mutating func add(_ new: [(position: Int, bytes: [UInt8])], at start: Int) {
        for patch in new {
            patches.append((start + patch.position..<start + patch.position + patch.bytes.count, patch.bytes))
        }
    }

    /// Where the next byte is that is no zero.
    private func firstByte(from start: Int) throws(MetadataEditError) -> Int? {
        try search(from: start) { bytes in bytes.firstIndex { $0 != 0 } }
    }

    /// Where the next bytes are that a picture begins with.
    private func nextPicture(behind start: Int) throws(MetadataEditError) -> Int? {
        try search(from: start + 1) { bytes in
            bytes.indices.dropLast(2).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD8 && bytes[$0 + 2] == 0xFF }
        }
    }

    /// Searches windows that have two bytes in common with the next one.
    private func search(
        from start: Int, _ find: ([UInt8]) -> Int?
    ) throws(MetadataEditError) -> Int? {
        try reading { () throws(MetadataError) in
            for start in stride(from: start, to: limit, by: Self.windowLength) {
                if let index = find(try source.bytes(in: start..<min(start + Self.windowLength + 2, limit))) {
                    return start + index
                }
            }
            return nil
        }
    }
}
