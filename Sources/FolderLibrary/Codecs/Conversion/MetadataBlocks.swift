#if FolderLibrary && os(Linux)
import CHEIF
import CameraRoll

/// The blocks of metadata in a file, unchanged.
struct MetadataBlocks {
    /// EXIF: a TIFF structure.
    private(set) var exif: [UInt8]?
    /// XMP: a packet of XML.
    private(set) var xmp: [UInt8]?
    /// Whole segments of a JPEG: any number of XMP segments, Photoshop's resources, comments.
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
            exif = WebPContainer.chunk("EXIF", of: file.bytes).map(Self.withoutSignature)
            xmp = WebPContainer.chunk("XMP ", of: file.bytes)
        case .heic, .avif: (exif, xmp) = HEIFCodec.metadata(of: file)
        case .tiff, .quickTime, .mp4: break
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

    /// Collects the segments that hold metadata, except those that describe the picture data; the first EXIF block
    /// counts.
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

extension HEIFCodec {
    /// EXIF, which follows the number of bytes before it, and XMP.
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
