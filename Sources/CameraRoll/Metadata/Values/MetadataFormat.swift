/// The kind of a file, told by its first bytes and never by its name.
public enum MetadataFormat: String, Hashable, Sendable, CaseIterable {
    /// JPEG.
    case jpeg
    /// PNG.
    case png
    /// TIFF, also with 64-bit offsets (BigTIFF).
    case tiff
    /// WebP.
    case webP
    /// HEIF with HEVC or another codec: HEIC.
    case heic
    /// HEIF with AV1.
    case avif
    /// QuickTime: MOV.
    case quickTime
    /// MP4, M4V, 3GP.
    case mp4
}

extension MetadataFormat {
    /// Tells the kind by the first bytes, 12 at least where there are as many; nil where it is none that is known.
    init?(firstBytes: ArraySlice<UInt8>) {
        let start = firstBytes.startIndex
        if firstBytes.starts(with: Self.pngSignature) {
            self = .png
        } else if firstBytes.starts(with: [0xFF, 0xD8]) {
            self = .jpeg
        } else if firstBytes.matches("II*\0", at: start) || firstBytes.matches("MM\0*", at: start)
            || firstBytes.matches("II+\0", at: start) || firstBytes.matches("MM\0+", at: start)
        {
            self = .tiff
        } else if firstBytes.matches("RIFF", at: start), firstBytes.matches("WEBP", at: start + 8) {
            self = .webP
        } else {
            self.init(boxes: firstBytes)
        }
    }

    static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Tells what is made of boxes by its brand; old QuickTime files have none, and begin with another box.
    private init?(boxes: ArraySlice<UInt8>) {
        let type = boxes.startIndex + 4
        if boxes.matches("ftyp", at: type) {
            self.init(brand: boxes.dropFirst(8).prefix(4))
        } else if boxes.matches("moov", at: type) || boxes.matches("mdat", at: type)
            || boxes.matches("wide", at: type) || boxes.matches("pnot", at: type)
        {
            self = .quickTime
        } else {
            return nil
        }
    }

    private init(brand: ArraySlice<UInt8>) {
        switch String(decoding: brand, as: UTF8.self) {
        case "avif", "avis": self = .avif
        case "heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs", "mif1", "msf1", "mif2", "miaf":
            self = .heic
        case "qt  ": self = .quickTime
        default: self = .mp4
        }
    }
}
