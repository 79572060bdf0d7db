extension MetadataParser {
    /// Reads the movie's header, its tracks' sizes, and its lists of values; of the pictures nothing.
    mutating func parseMovie() throws(MetadataError) {
        var boxes = MediaBoxes(ByteBlock(reader))
        while let box = try boxes.next() {
            let content = boxes.block.block(box.content.lowerBound, box.content.count)
            switch box.type {
            case FourLetters.number("moov"): try parseMovieBox(content)
            case FourLetters.number("meta"): try parseMovieMeta(content)
            case FourLetters.number("uuid"): try parseUUID(content)
            default: continue
            }
        }
    }

    /// Reads the box that holds all but the pictures; image sequences of HEIF have one, too.
    mutating func parseMovieBox(_ movie: ByteBlock) throws(MetadataError) {
        var boxes = MediaBoxes(movie)
        while let box = try boxes.next() {
            let content = movie.block(box.content.lowerBound, box.content.count)
            switch box.type {
            case FourLetters.number("mvhd"): try parseMovieHeader(content)
            case FourLetters.number("trak"): try parseTrack(content)
            case FourLetters.number("meta"): try parseMovieMeta(content)
            case FourLetters.number("udta"): try parseUserData(content)
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
        if let scale = number(scalePosition, 4), scale > 0, let length = number(scalePosition + 4, size) {
            metadata.movie.duration = Double(length) / Double(scale)
        }
    }

    /// A track's size and turn, which count where it has a picture: the first such track is the movie's.
    private mutating func parseTrack(_ track: ByteBlock) throws(MetadataError) {
        guard metadata.pixelSize == nil, let header = try MediaBoxes.first("tkhd", in: track),
            let version = try header.slice(0, 1)?.first, let bytes = try header.slice(version == 1 ? 52 : 40, 44),
            let width = bytes.uint32(at: bytes.startIndex + 36), let height = bytes.uint32(at: bytes.startIndex + 40),
            width >> 16 > 0, height >> 16 > 0
        else { return }
        metadata.pixelSize = PixelSize(storedWidth: width >> 16, height: height >> 16)
        let turn = [0, 4, 12, 16].compactMap { bytes.uint32(at: bytes.startIndex + $0) }.map {
            Int32(truncatingIfNeeded: $0)
        }
        metadata.containerOrientation = ImageOrientation(matrix: turn.map { $0.signum() })
    }

    private mutating func parseUUID(_ box: ByteBlock) throws(MetadataError) {
        guard let id = try box.slice(0, 16), id.elementsEqual(Self.xmpUUID) else { return }
        try parseXMP(box.range.dropFirst(16))
    }

    private static let xmpUUID: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]
}

extension MetadataDate {
    /// A moment in UTC as QuickTime counts it; nil for 0, which means that nobody knows, and for what is no year.
    init?(secondsSince1904 seconds: Int) {
        guard seconds > 0, seconds < 255_000_000_000 else { return nil }
        self.init(secondsSince1970: seconds - 2_082_844_800)
        guard year <= 9999 else { return nil }
        offset = 0
    }
}

extension ImageOrientation {
    /// From the signs of a track's matrix, a, b, c, d; nil for one that leans.
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
