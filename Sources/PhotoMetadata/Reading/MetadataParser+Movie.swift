extension MetadataParser {
    /// Reads the movie's header, its tracks' sizes, and its lists of values, but nothing of its frames.
    mutating func parseMovie() throws(MetadataError) {
        var boxes = MediaBoxes(ByteBlock(reader))
        while let box = try boxes.next() {
            let content = boxes.block.block(box.content)
            switch box.type {
            case FourCC.number("moov"): try parseMovieBox(content)
            case FourCC.number("meta"): try parseMovieMeta(content)
            case FourCC.number("uuid"): try parseUUID(content)
            case FourCC.number("sidx"): try fragments.parseIndex(content)
            case FourCC.number("moof") where box.isWhole: try fragments.parseFragment(content)
            default: continue
            }
        }
        metadata.movie.duration = fragments.duration(header: metadata.movie.duration)
    }

    /// Reads the box that holds everything but the media data; HEIF image sequences also have one.
    mutating func parseMovieBox(_ movie: ByteBlock) throws(MetadataError) {
        var boxes = MediaBoxes(movie)
        while let box = try boxes.next() {
            let content = movie.block(box.content)
            switch box.type {
            case FourCC.number("mvhd"): try parseMovieHeader(content)
            case FourCC.number("trak"):
                try parseTrack(content)
                try fragments.parseTrack(content)
            case FourCC.number("mvex"): try fragments.parseExtension(content)
            case FourCC.number("meta"): try parseMovieMeta(content)
            case FourCC.number("udta"): try parseUserData(content)
            default: continue
            }
        }
    }

    private mutating func parseMovieHeader(_ box: ByteBlock) throws(MetadataError) {
        guard let version = try box.slice(0, 1)?.first else { return }
        let wide = version == 1
        guard let bytes = try box.slice(4, wide ? 28 : 16) else { return }
        func number(_ position: Int, _ length: Int) -> Int? {
            bytes.number(at: bytes.startIndex + position, bytes: length, .big).flatMap(Int.init(exactly:))
        }
        let (size, scalePosition) = wide ? (8, 16) : (4, 8)
        if let seconds = number(0, size) { metadata.movie.headerCreated = MetadataDate(secondsSince1904: seconds) }
        guard let scale = number(scalePosition, 4), scale > 0 else { return }
        fragments.movieScale = Double(scale)
        if let length = number(scalePosition + 4, size), length != 0xFFFF_FFFF || wide {
            metadata.movie.duration = Double(length) / Double(scale)
        }
    }

    /// Reads a track's size and rotation: the movie's are those of the first track with a picture that is shown, or of
    /// the first one if none is.
    private mutating func parseTrack(_ track: ByteBlock) throws(MetadataError) {
        guard !hasShownTrack, let header = try MediaBoxes.first("tkhd", in: track),
            let head = try header.slice(0, 4), let version = head.first, let flags = head.last,
            let bytes = try header.slice(version == 1 ? 52 : 40, 44),
            let width = bytes.uint32(at: bytes.startIndex + 36), let height = bytes.uint32(at: bytes.startIndex + 40),
            width >> 16 > 0, height >> 16 > 0, metadata.pixelSize == nil || flags & 1 == 1
        else { return }
        hasShownTrack = flags & 1 == 1
        metadata.pixelSize = PixelSize(storedWidth: width >> 16, height: height >> 16)
        let turn = [0, 4, 12, 16].compactMap { bytes.uint32(at: bytes.startIndex + $0) }.map {
            Int32(truncatingIfNeeded: $0)
        }
        metadata.containerOrientation = ImageOrientation(matrix: turn.map { $0.signum() })
    }

    private mutating func parseUUID(_ box: ByteBlock) throws(MetadataError) {
        if try box.isXMP() { try parseXMP(box.range.dropFirst(16)) }
    }
}

extension ByteBlock {
    /// Whether the content of a `uuid` box is XMP, behind sixteen bytes that say so.
    package func isXMP() throws(MetadataError) -> Bool {
        try slice(0, 16)?.elementsEqual([
            0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
        ]) ?? false
    }

    /// Where the boxes in a `meta` box begin: behind version and flags in MP4, without them in QuickTime.
    package func startOfValues() throws(MetadataError) -> Int {
        try slice(4, 4)?.elementsEqual("hdlr".utf8) == true ? 0 : 4
    }
}

extension MetadataDate {
    /// A moment in UTC as QuickTime counts it; nil for 0, which means unknown, and for years out of range.
    init?(secondsSince1904 seconds: Int) {
        guard seconds > 0, seconds < 255_000_000_000 else { return nil }
        self.init(secondsSince1970: seconds - 2_082_844_800)
        guard year <= 9999 else { return nil }
        offset = 0
    }
}

extension ImageOrientation {
    /// Creates an orientation from the signs of a track's matrix (a, b, c, d); nil if the rotation is not by quarter
    /// turns.
    init?(matrix: [Int32]) {
        switch matrix {
        case [1, 0, 0, 1]: self = .up
        case [-1, 0, 0, 1]: self = .upMirrored
        case [-1, 0, 0, -1]: self = .down
        case [1, 0, 0, -1]: self = .downMirrored
        case [0, 1, 1, 0]: self = .leftMirrored
        case [0, 1, -1, 0]: self = .right
        case [0, -1, -1, 0]: self = .rightMirrored
        case [0, -1, 1, 0]: self = .left
        default: return nil
        }
    }
}

// A movie's values: QuickTime's keys with their items, iTunes' items, and user data.

extension MetadataParser {
    /// A `meta` box: with version and flags in MP4, without them in QuickTime.
    mutating func parseMovieMeta(_ box: ByteBlock) throws(MetadataError) {
        let start = try box.startOfValues()
        guard let list = try MediaBoxes.first("ilst", in: box, from: start) else { return }
        let keys = try MediaBoxes.first("keys", in: box, from: start).map(Self.keys) ?? []
        var items = MediaBoxes(list)
        while let item = try items.next() {
            let content = list.block(item.content)
            guard let text = try Self.itemText(content), !text.isEmpty else { continue }
            let key = item.type >= 1 && item.type <= keys.count ? keys[item.type - 1] : Self.name(of: item.type)
            add(text, for: key, at: content.start)
        }
    }

    /// The names of QuickTime's keys, in the order of their numbers.
    private static func keys(_ box: ByteBlock) throws(MetadataError) -> [String] {
        var keys: [String] = []
        var boxes = MediaBoxes(box, from: 8)
        while let key = try boxes.next() {
            let name = try box.slice(key.content.lowerBound, min(key.content.count, 256))
            keys.append(name.map { MetadataText.decode($0) } ?? "")
        }
        return keys
    }

    /// An item's text; nil if its value is not text.
    private static func itemText(_ item: ByteBlock) throws(MetadataError) -> String? {
        guard let data = try MediaBoxes.first("data", in: item), let head = try data.slice(0, 8),
            let kind = head.uint32(at: head.startIndex), kind == 1 || kind == 2,
            data.count <= item.reader.limits.valueBytes, let bytes = try data.slice(8, data.count - 8)
        else { return nil }
        return kind == 1 ? MetadataText.decode(bytes) : Self.text([0xFE, 0xFF] + bytes)?.text
    }

    /// User data: texts with a length and a language, 3GPP's boxes, and XMP.
    mutating func parseUserData(_ box: ByteBlock) throws(MetadataError) {
        var boxes = MediaBoxes(box)
        while let entry = try boxes.next() {
            let content = box.block(entry.content)
            switch entry.type {
            case FourCC.number("XMP_"): try parseXMP(content.range)
            case FourCC.number("meta"): try parseMovieMeta(content)
            case FourCC.number("loci"): try parseLocation(content)
            case FourCC.number("date"), FourCC.number("cprt"): try parse3GPPText(content, entry.type)
            case _ where entry.type >> 24 == 0xA9: try parseUserText(content, entry.type)
            default: continue
            }
        }
    }

    private mutating func parseUserText(_ box: ByteBlock, _ type: Int) throws(MetadataError) {
        guard let head = try box.slice(0, 4), let length = head.uint16(at: head.startIndex),
            length <= reader.limits.valueBytes, let bytes = try box.slice(4, min(length, box.count - 4))
        else { return }
        add(MetadataText.decode(bytes), for: Self.name(of: type), at: box.start)
    }

    /// Reads a 3GPP text (TS 26.244) after version, flags and language, or another program's text without these.
    private mutating func parse3GPPText(_ box: ByteBlock, _ type: Int) throws(MetadataError) {
        guard box.count <= reader.limits.valueBytes, let bytes = try box.slice(0, box.count) else { return }
        let hasHead = bytes.uint32(at: bytes.startIndex) == 0
        guard let text = Self.text(bytes.dropFirst(hasHead ? 6 : 0))?.text, !text.isEmpty else { return }
        add(text, for: Self.name(of: type), at: box.start)
    }

    /// Reads a 3GPP location: a name, its role, and three fixed-point numbers with sixteen fractional bits.
    private mutating func parseLocation(_ box: ByteBlock) throws(MetadataError) {
        guard box.count <= reader.limits.valueBytes, let bytes = try box.slice(0, box.count) else { return }
        guard let length = Self.text(bytes.dropFirst(6))?.length, bytes.count >= 6 + length + 13 else { return }
        let start = bytes.startIndex + 6 + length
        let numbers = [5, 1, 9].compactMap { bytes.uint32(at: start + $0) }.map { Int32(truncatingIfNeeded: $0) }
        // Role 2 is a fictional place.
        guard bytes[start] != 2, numbers.count == 3 else { return }
        let text = zip(numbers, [2, 3, 1]).map { ISO6709Location.text($0, digits: $1) }.joined() + "/"
        add(text, for: Self.name(of: FourCC.number("loci")), at: box.start)
    }

    /// A text in UTF-8 or UTF-16 up to its terminating zero or the end, and its byte count with the zero.
    private static func text(_ bytes: ArraySlice<UInt8>) -> (text: String, length: Int)? {
        guard bytes.starts(with: [0xFE, 0xFF]) else {
            let text = bytes.prefix { $0 != 0 }
            return (MetadataText.decode(text), min(text.count + 1, bytes.count))
        }
        let units = stride(from: bytes.startIndex + 2, to: bytes.endIndex - 1, by: 2).lazy
            .compactMap { bytes.uint16(at: $0) }.map { UInt16(truncatingIfNeeded: $0) }.prefix { $0 != 0 }
        let text = Array(units)
        return (String(decoding: text, as: UTF16.self), min(2 * text.count + 4, bytes.count))
    }

    private mutating func add(_ text: String, for key: String, at position: Int) {
        guard metadata.movie.items[key] == nil, keeps(text, at: position) else { return }
        metadata.movie.items[key] = text
    }

    /// A type's four letters, of which the first may be the copyright sign.
    private static func name(of type: Int) -> String {
        MetadataText.latin([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: type >> $0) }[...])
    }
}
