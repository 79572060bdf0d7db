#if FolderLibrary && os(Linux)
import CameraRollCHEIF
import CameraRoll
import PhotoMetadataEditing

/// The blocks of metadata in a file, unchanged.
struct MetadataBlocks {
    /// EXIF: a TIFF structure.
    private(set) var exif: [UInt8]?
    /// XMP: a packet of XML.
    private(set) var xmp: [UInt8]?
    /// Whole segments of a JPEG: any number of XMP segments, Photoshop resources, comments.
    private(set) var segments: [UInt8] = []

    init(of file: PictureFile) {
        switch file.format {
        case .jpeg: takeSegments(of: file.bytes)
        case .png:
            let texts = PNGBlocks(of: file.bytes)
            exif = texts.exif
            xmp = PNGProperties.packet(file.metadata.xmp.packet, adding: file.metadata.texts)
            segments += texts.photoshop.map { Self.segment(0xED, Array("Photoshop 3.0\0".utf8) + $0) } ?? []
        case .webP:
            exif = WebPContainer.chunk(WebPChunk.exif, of: file.bytes).map(Self.withoutSignature)
            xmp = WebPContainer.chunk(WebPChunk.xmp, of: file.bytes)
        case .heic, .avif: (exif, xmp) = HEIFCodec.metadata(of: file)
        case .tiff, .quickTime, .mp4, .gif, .bmp, .raw: break
        }
    }

    /// A segment; empty if its content is too long for one.
    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 2
        return length > 65_535 ? [] : [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
    }

    private static let signature = Array("Exif\0\0".utf8)

    /// Removes JPEG's signature, which some programs put in front of the block.
    private static func withoutSignature(_ exif: [UInt8]) -> [UInt8] {
        exif.starts(with: signature) ? Array(exif.dropFirst(signature.count)) : exif
    }

    /// Collects the segments that hold metadata, except those that describe the picture data; only the first EXIF block
    /// counts.
    private mutating func takeSegments(of bytes: [UInt8]) {
        var walk = JPEGSegments(ByteReader(bytes))
        while let segment = try? walk.next(), segment.isWhole {
            let content = bytes[segment.payload]
            if segment.marker == 0xE1, content.starts(with: Self.signature) {
                exif = exif ?? Array(content.dropFirst(Self.signature.count))
            } else if [0xE1, 0xED, 0xFE].contains(segment.marker) {
                segments += bytes[segment.range]
            }
        }
    }
}

extension HEIFCodec {
    /// The EXIF block, which follows a byte count, and the XMP packet.
    fileprivate static func metadata(of file: PictureFile) -> (exif: [UInt8]?, xmp: [UInt8]?) {
        let blocks = try? withPrimary(of: file) { (image: borrowing HEIFImage) throws(CodecError) in
            (image.metadata("Exif"), image.metadata("mime", "application/rdf+xml"))
        }
        guard let (item, xmp) = blocks else { return (nil, nil) }
        let exif = item.flatMap { item -> [UInt8]? in
            guard item.count > 4 else { return nil }
            let skipped = item[..<4].reduce(0) { $0 << 8 | Int($1) }
            return skipped < item.count - 4 ? Array(item[(4 + skipped)...]) : nil
        }
        return (exif, xmp)
    }
}

extension HEIFImage {
    /// The first block of metadata of a type.
    fileprivate func metadata(_ type: String, _ contentType: String? = nil) -> [UInt8]? {
        var ids = [heif_item_id](repeating: 0, count: 16)
        let count = heif_image_handle_get_list_of_metadata_block_IDs(handle, type, &ids, CInt(ids.count))
        for id in ids.prefix(Int(max(count, 0))) {
            let found = heif_image_handle_get_metadata_content_type(handle, id).map { String(cString: $0) }
            let size = heif_image_handle_get_metadata_size(handle, id)
            guard contentType == nil || found == contentType, size > 0, size <= ColorProfile.longest else { continue }
            var bytes = [UInt8](repeating: 0, count: size)
            if heif_image_handle_get_metadata(handle, id, &bytes).isGood { return bytes }
        }
        return nil
    }
}

/// An EXIF block: a TIFF structure without a picture.
struct EXIFBlock {
    private(set) var bytes: [UInt8]
    private let isLittle: Bool

    /// The tags of an entry's directory and of the picture's width and height (EXIF 2.32, 4.6.3 and 4.6.5).
    private static let (exif, width, height) = (0x8769, 0xA002, 0xA003)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        isLittle = bytes.starts(with: Array("II".utf8))
    }

    private func number(_ position: Int, _ count: Int) -> Int? {
        guard position >= 0, position <= bytes.count - count else { return nil }
        let part = bytes[position..<position + count]
        return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }

    /// The position of a tag's entry in a directory; nil if there is none.
    private func entry(_ tag: Int, in directory: Int) -> Int? {
        guard let count = number(directory, 2) else { return nil }
        return (0..<count).lazy.map { directory + 2 + $0 * 12 }.first { number($0, 2) == tag && $0 + 12 <= bytes.count }
    }

    /// Removes the second directory, which is that of the thumbnail.
    ///
    /// This sets the first directory's pointer to it to 0, and moves nothing.
    mutating func removeThumbnail() {
        guard let directory = number(4, 4), let entries = number(directory, 2) else { return }
        let link = directory + 2 + entries * 12
        guard number(link, 4) != nil else { return }
        for position in link..<link + 4 { bytes[position] = 0 }
    }

    /// Swaps width and height if they are those of the picture before the rotation.
    mutating func turn(to size: PixelSize) {
        guard let directory = number(4, 4), let link = entry(Self.exif, in: directory), let exif = number(link + 8, 4),
            let width = entry(Self.width, in: exif), let height = entry(Self.height, in: exif),
            value(width) == size.height, value(height) == size.width
        else { return }
        // Type, count and value are swapped, since the two may have different types.
        for offset in 2..<12 { bytes.swapAt(width + offset, height + offset) }
    }

    /// The number in an entry, of two or four bytes.
    private func value(_ entry: Int) -> Int? {
        number(entry + 8, number(entry + 2, 2) == 3 ? 2 : 4)
    }
}

/// The EXIF and IPTC blocks of a PNG, from its own chunk or from the texts in which ImageMagick and exiftool store
/// them.
struct PNGBlocks {
    private(set) var exif: [UInt8]?
    /// Photoshop resources, including IPTC.
    private(set) var photoshop: [UInt8]?
    /// The number of bytes that may still be unpacked.
    private var remainingBytes = ColorProfile.longest

    init(of bytes: [UInt8]) {
        var texts: [PNGTextChunk] = []
        var chunks = PNGChunks(ByteReader(bytes))
        while let chunk = try? chunks.next(), chunk.isWhole {
            let content = bytes[chunk.data]
            if chunk.type == PNGChunk.exif, exif == nil { exif = Array(content) }
            guard [PNGChunk.text, PNGChunk.compressedText, PNGChunk.internationalText].contains(chunk.type),
                let text = PNGTextChunk(content, type: chunk.type, limit: remainingBytes)
            else { continue }
            remainingBytes = max(remainingBytes - text.cost, 0)
            texts.append(text)
        }
        for profile in texts.lazy.compactMap(\.rawProfile) { take(profile.kind, profile.bytes) }
    }

    private mutating func take(_ kind: String, _ bytes: [UInt8]) {
        let signature = Array("Exif\0\0".utf8)
        switch kind {
        case "exif", "APP1":
            if exif == nil, !bytes.starts(with: "http".utf8) {
                exif = bytes.starts(with: signature) ? Array(bytes.dropFirst(signature.count)) : bytes
            }
        case "iptc":
            photoshop = photoshop ?? (bytes.starts(with: "8BIM".utf8) ? bytes : Self.resource(bytes))
        default: return
        }
    }

    /// Wraps IPTC in Photoshop's resource 0x0404, without a name, padded to an even length.
    private static func resource(_ iptc: [UInt8]) -> [UInt8] {
        let length = (0..<4).map { UInt8(iptc.count >> (24 - 8 * $0) & 255) }
        return Array("8BIM".utf8) + [4, 4, 0, 0] + length + iptc + (iptc.count % 2 == 1 ? [0] : [])
    }
}

/// The XMP properties for the texts of a PNG (PNG, 11.3.3.1).
enum PNGProperties {
    private enum Form {
        case simple, date, sequence, alternative
    }

    private static let all: [String: (name: String, namespace: XMPNamespace, prefix: String, form: Form)] = [
        "Title": ("title", .dublinCore, "dc", .alternative),
        "Author": ("creator", .dublinCore, "dc", .sequence),
        "Description": ("description", .dublinCore, "dc", .alternative),
        "Copyright": ("rights", .dublinCore, "dc", .alternative),
        "Comment": ("UserComment", .exif, "exif", .alternative),
        "Software": ("CreatorTool", .basic, "xmp", .simple),
        "Creation Time": ("CreateDate", .basic, "xmp", .date),
    ]

    /// Adds texts to a packet as the properties that it lacks; returns nil if there is nothing to keep.
    ///
    /// Of several texts with the same keyword, the first counts. A malformed packet is kept unchanged.
    static func packet(_ packet: [UInt8], adding texts: [PNGText]) -> [UInt8]? {
        var open = all
        let kept = packet.isEmpty ? nil : packet
        guard var editor = try? XMPEditor(kept) else { return kept }
        var isChanged = false
        for text in texts where !text.text.isEmpty {
            guard let property = open.removeValue(forKey: text.keyword),
                !editor.has(property.name, property.namespace)
            else { continue }
            let value = String(String.UnicodeScalarView(text.text.unicodeScalars.filter(isAllowed)))
            switch property.form {
            case .simple: editor.set(property.name, property.namespace, prefix: property.prefix, to: value)
            case .sequence: editor.setSequence(property.name, property.namespace, prefix: property.prefix, to: value)
            case .alternative:
                editor.setAlternative(property.name, property.namespace, prefix: property.prefix, to: value)
            case .date:
                guard let date = MetadataDate(value) else { continue }
                editor.set(property.name, property.namespace, prefix: property.prefix, to: date.description)
            }
            isChanged = true
        }
        return isChanged ? (try? editor.packet()) ?? kept : kept
    }

    /// Whether XML 1.0 allows a character; of the control characters, it allows only tabs and line breaks.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && scalar.value & 0xFFFE != 0xFFFE || [9, 10, 13].contains(scalar.value)
    }
}
#endif
