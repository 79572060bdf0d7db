#if FolderLibrary && os(Linux)
import CameraRoll

/// EXIF and IPTC of a PNG, from its own chunk, or from the texts in which ImageMagick and exiftool store them.
struct PNGBlocks {
    private(set) var exif: [UInt8]?
    /// Photoshop's resources, including IPTC.
    private(set) var photoshop: [UInt8]?
    /// How many more bytes may be unpacked.
    private var remainingBytes = ColorProfile.longest

    init(of bytes: [UInt8]) {
        var texts: [PNGTextChunk] = []
        for (name, content) in PNGChunks.chunks(of: bytes) {
            if name == "eXIf", exif == nil { exif = Array(bytes[content]) }
            guard ["tEXt", "zTXt", "iTXt"].contains(name) else { continue }
            let type = name.utf8.reduce(0) { $0 << 8 | Int($1) }
            guard let text = PNGTextChunk(bytes[content], type: type, limit: remainingBytes) else { continue }
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

    /// IPTC as Photoshop's resource 0x0404, without a name, padded to an even length.
    private static func resource(_ iptc: [UInt8]) -> [UInt8] {
        let length = (0..<4).map { UInt8(iptc.count >> (24 - 8 * $0) & 255) }
        return Array("8BIM".utf8) + [4, 4, 0, 0] + length + iptc + (iptc.count % 2 == 1 ? [0] : [])
    }
}
#endif
