// Formats whose size is at a fixed place, and camera raw files that do not claim to be TIFF files.

extension MetadataParser {
    /// Reads the size of a GIF's canvas, and the XMP packet in front of its pictures.
    mutating func parseGIF() throws(MetadataError) {
        let (head, start) = (reader.head, reader.head.startIndex)
        guard let width = head.uint16(at: start + 6, .little), let height = head.uint16(at: start + 8, .little) else {
            return noteCut()
        }
        metadata.pixelSize = PixelSize(storedWidth: width, height: height)
        let flags = head.dropFirst(10).first ?? 0
        var position = 13 + (flags & 0x80 == 0 ? 0 : 6 << Int(flags & 7))
        // Extensions: two bytes, and parts that begin with their lengths, up to an empty one.
        while let mark = try reader.prefix(at: position, 14).first, mark == 0x21 {
            let start = position + 14
            let isXMP = try reader.prefix(at: position + 3, 11).elementsEqual("XMP DataXMP".utf8)
            position += 2
            while let length = try reader.prefix(at: position, 1).first {
                guard reader.visit(at: position) else { return }
                position += 1 + Int(length)
                if length == 0 { break }
            }
            // Numbers behind the packet lead a reader that takes its letters for lengths to the end.
            if isXMP, position <= reader.count, position - 258 > start { try parseXMP(start..<position - 258) }
        }
    }

    /// Reads the size in the header of a BMP; a negative height says that the first row is the topmost.
    mutating func parseBMP() {
        let (head, start) = (reader.head, reader.head.startIndex)
        let isShort = head.uint32(at: start + 14, .little) == 12
        let width = isShort ? head.uint16(at: start + 18, .little) : head.uint32(at: start + 18, .little)
        let height = isShort ? head.uint16(at: start + 20, .little) : head.uint32(at: start + 22, .little)
        guard let width, let height else { return noteCut() }
        metadata.pixelSize = PixelSize(
            storedWidth: width, height: height > 0x7FFF_FFFF ? 0x1_0000_0000 - height : height)
    }

    private func noteCut() {
        reader.note(.truncated, at: reader.count)
    }

    /// Reads a camera's raw file: Fujifilm's metadata is in the JPEG that the file names, Canon's in boxes, and the
    /// others have TIFF's structure under another number.
    mutating func parseRaw() throws(MetadataError) {
        let (head, start) = (reader.head, reader.head.startIndex)
        if head.matches("FUJIFILM", at: start) {
            guard let position = head.uint32(at: start + 84), position < reader.count else { return noteCut() }
            return try parseJPEG(at: position)
        }
        if head.matches("ftyp", at: start + 4) { return try parseCanonBoxes() }
        try parseEXIF(ByteBlock(reader))
        metadata.pixelSize = metadata.tiff.largestPictureSize ?? metadata.exif.pixelSize
        // Panasonic's files state the size only in their embedded JPEG.
        if metadata.pixelSize == nil, let picture = metadata.tags[0x002E, .image(0)]?.range,
            picture.lowerBound < reader.count
        {
            try parseJPEG(at: picture.lowerBound)
        }
    }

    /// Reads the directories in Canon's box of a CR3: the first, EXIF's and GPS's.
    private mutating func parseCanonBoxes() throws(MetadataError) {
        guard let movie = try MediaBoxes.first("moov", in: ByteBlock(reader)) else {
            return reader.note(.malformed, at: 0)
        }
        var boxes = MediaBoxes(movie)
        while let box = try boxes.next() {
            // A box of Canon's own begins with its identifier of sixteen bytes.
            guard box.type == FourCC.number("uuid"), let own = try Self.directory("CMT1", of: movie.block(box.content))
            else { continue }
            var parser = TIFFParser(own.block, own.header)
            try parser.parse()
            for (name, directory) in [("CMT2", .exif), ("CMT4", .gps)] as [(StaticString, MetadataTag.Directory)] {
                guard let further = try Self.directory(name, of: movie.block(box.content)),
                    further.header.order == own.header.order
                else { continue }
                try parser.parse(further.block, further.header, as: directory)
            }
            metadata.tags = parser.tags
            metadata.pixelSize = metadata.tiff.largestPictureSize ?? metadata.exif.pixelSize
            return
        }
    }

    private static func directory(
        _ name: StaticString, of box: ByteBlock
    ) throws(MetadataError) -> (block: ByteBlock, header: TIFFHeader)? {
        guard let block = try MediaBoxes.first(name, in: box, from: 16), let header = try TIFFHeader(block) else {
            return nil
        }
        return (block, header)
    }
}

extension TIFFValues {
    /// The size of the first directory's picture, which in a camera's raw file may be a small one.
    package var firstPictureSize: PixelSize? { pixelSize }

    /// The size of the largest picture in all directories.
    var largestPictureSize: PixelSize? {
        let sizes = tags.all.filter { $0.id == 0x0100 && $0.directory.isOfPicture }.compactMap { tag in
            tags.integer(0x0101, tag.directory).flatMap { height in
                tags.integer(0x0100, tag.directory).flatMap { PixelSize(storedWidth: $0, height: height) }
            }
        }
        return sizes.max {
            $0.width.multipliedReportingOverflow(by: $0.height).partialValue
                < $1.width.multipliedReportingOverflow(by: $1.height).partialValue
        }
    }
}

extension EXIFValues {
    /// The size that EXIF claims for the picture.
    fileprivate var pixelSize: PixelSize? {
        guard let pixelWidth, let pixelHeight else { return nil }
        return PixelSize(storedWidth: pixelWidth, height: pixelHeight)
    }
}

extension ImageMetadata {
    /// Whether it is a camera's raw file, whose sensor data only a raw converter can turn into a picture.
    package var isCameraRaw: Bool {
        guard format == .tiff else { return format == .raw }
        return tags.all.contains { tag in
            // DNG's version, Canon's slices, and the sensor's pattern instead of colors.
            guard tag.directory.isOfPicture else { return false }
            if tag.id == 0xC612 || tag.id == 0xC640 { return true }
            return tag.id == 0x0106 && [32_803, 34_892].contains(tags.firstInteger(of: tag))
        }
    }
}

extension MetadataTag.Directory {
    fileprivate var isOfPicture: Bool {
        switch self {
        case .image, .subImage: true
        default: false
        }
    }
}
