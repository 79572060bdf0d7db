#if FolderLibrary && os(Linux)
import CHEIF
import CameraRoll

/// The blocks of metadata in a file, as they are.
struct MetadataBlocks {
    /// EXIF: a TIFF structure.
    private(set) var exif: [UInt8]?
    /// XMP: a packet of XML.
    private(set) var xmp: [UInt8]?
    /// Whole segments of a JPEG: XMP in any number, Photoshop's resources, comments.
    private(set) var segments: [UInt8] = []

    init(of file: PictureFile) {
        switch file.format {
        case .jpeg: takeSegments(of: file.bytes)
        case .png: (exif, xmp) = PNGChunks.metadata(of: file.bytes)
        case .webP:
            exif = WebPContainer.chunk("EXIF", of: file.bytes).map(Self.withoutSignature)
            xmp = WebPContainer.chunk("XMP ", of: file.bytes)
        case .heic, .avif: (exif, xmp) = HEIFCodec.metadata(of: file)
        case .tiff, .quickTime, .mp4: break
        }
    }

    private static let signature = Array("Exif\0\0".utf8)

    /// Some programs put JPEG's signature in front of the block.
    private static func withoutSignature(_ exif: [UInt8]) -> [UInt8] {
        exif.starts(with: signature) ? Array(exif.dropFirst(signature.count)) : exif
    }

    /// Takes the segments that hold metadata, not those that describe the picture data; of EXIF the first counts.
    private mutating func takeSegments(of bytes: [UInt8]) {
        for (marker, range) in JPEGMarkers.segments(of: bytes) {
            let content = bytes[range].dropFirst(4)
            if marker == 0xE1, content.starts(with: Self.signature) {
                exif = exif ?? Array(content.dropFirst(Self.signature.count))
            } else if [0xE1, 0xED, 0xFE].contains(marker) {
                segments += bytes[range]
            }
        }
    }
}

extension PNGChunks {
    /// EXIF, and XMP, which is a text.
    fileprivate static func metadata(of bytes: [UInt8]) -> (exif: [UInt8]?, xmp: [UInt8]?) {
        var found: (exif: [UInt8]?, xmp: [UInt8]?)
        for (name, content) in chunks(of: bytes) {
            if name == "eXIf", found.exif == nil { found.exif = Array(bytes[content]) }
            if name == "iTXt", found.xmp == nil { found.xmp = xmp(bytes[content]) }
        }
        return found
    }

    /// A keyword, how the text is packed, a language, the keyword in it, and the text; zeros between them.
    private static func xmp(_ chunk: ArraySlice<UInt8>) -> [UInt8]? {
        let keyword = Array("XML:com.adobe.xmp\0".utf8)
        guard chunk.starts(with: keyword), chunk.count > keyword.count + 2 else { return nil }
        let isPacked = chunk[chunk.startIndex + keyword.count] == 1
        let parts = chunk.dropFirst(keyword.count + 2)
            .split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        return isPacked ? Inflate.zlib(parts[2], limit: ColorProfile.longest) : Array(parts[2])
    }
}

extension HEIFCodec {
    /// EXIF behind the number of bytes that it says are in front of it, and XMP.
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
#endif
