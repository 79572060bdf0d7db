/// The kind of a file, detected by its first bytes and never by its name.
public enum MetadataFormat: String, Hashable, Sendable, CaseIterable {
    /// JPEG.
    case jpeg
    /// PNG.
    case png
    /// TIFF, including TIFF with 64-bit offsets (BigTIFF).
    case tiff
    /// WebP.
    case webP
    /// HEIF with HEVC or another codec: HEIC.
    case heic
    /// HEIF with AV1.
    case avif
    /// QuickTime: MOV.
    case quickTime
    /// MP4, M4V, 3GP, and other files that declare compatibility with it.
    case mp4
    /// GIF.
    case gif
    /// BMP.
    case bmp
    /// A camera's raw file with a structure other than TIFF: CR3, ORF, RAF, RW2. DNG, CR2, NEF and ARW are TIFF files.
    case raw
}

extension MetadataFormat {
    /// Detects the kind by the first bytes, at least 12 if there are that many; nil if it is unknown.
    ///
    /// For a box-structured file with an unknown first brand, the compatible brands are tried, as far as they are
    /// given.
    package init?(firstBytes: ArraySlice<UInt8>) {
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
        } else if firstBytes.matches("GIF87a", at: start) || firstBytes.matches("GIF89a", at: start) {
            self = .gif
        } else if firstBytes.matches("BM", at: start), let length = firstBytes.uint32(at: start + 14, .little),
            [12, 16, 40, 52, 56, 64, 108, 124].contains(length)
        {
            self = .bmp
        } else if Self.rawSignatures.contains(where: { firstBytes.starts(with: $0.utf8) })
            || firstBytes.matches("ftypcrx ", at: start + 4)
        {
            self = .raw
        } else {
            self.init(boxes: firstBytes)
        }
    }

    /// The first bytes of Olympus's, Panasonic's and Fujifilm's raw files.
    private static let rawSignatures = ["IIRO", "IIRS", "MMOR", "IIU\0", "FUJIFILMCCD-"]

    /// The beginnings of the brands of MP4 and related formats.
    private static let movieBrands = [
        "iso", "mp4", "mp7", "avc", "M4", "3g", "mmp4", "MSNV", "dash", "f4v", "F4V", "XAVC", "ND", "cmf", "hvc1",
        "hev1", "av01", "dby1",
    ]

    package static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Detects box-structured files by their brand; old QuickTime files have none, and begin with another box.
    private init?(boxes: ArraySlice<UInt8>) {
        let type = boxes.startIndex + 4
        if boxes.matches("ftyp", at: type) {
            self.init(brands: boxes.prefix(max(boxes.uint32(at: boxes.startIndex) ?? 0, 12)).dropFirst(8))
        } else if boxes.matches("free", at: type) || boxes.matches("skip", at: type) {
            self.init(behindFree: boxes)
        } else if boxes.matches("moov", at: type) || boxes.matches("mdat", at: type)
            || boxes.matches("wide", at: type) || boxes.matches("pnot", at: type)
        {
            self = .quickTime
        } else {
            return nil
        }
    }

    /// Detects by the box after a free one; a movie if that box is not among the given bytes.
    private init?(behindFree boxes: ArraySlice<UInt8>) {
        // Text that happens to contain the word there has no such length.
        guard let length = boxes.uint32(at: boxes.startIndex), (8...1 << 24).contains(length) else { return nil }
        guard length <= boxes.count - 8 else {
            self = .quickTime
            return
        }
        self.init(boxes: boxes.dropFirst(length))
    }

    /// Detects by the first brand, or, if it is unknown, by the compatible brands, pictures before movies.
    ///
    /// Canon's raw pictures (`crx `) declare compatibility with MP4, but share only the box structure.
    private init?(brands: ArraySlice<UInt8>) {
        if let format = MetadataFormat(brand: brands.prefix(4)) {
            self = format
            return
        }
        // The first brand is followed by its version.
        let others = stride(from: brands.startIndex + 8, to: brands.endIndex, by: 4).prefix(64).compactMap {
            MetadataFormat(brand: brands[$0...].prefix(4))
        }
        let isRaw = brands.matches("crx ", at: brands.startIndex)
        guard !isRaw, let format = others.first(where: { $0 == .heic || $0 == .avif }) ?? others.first else {
            return nil
        }
        self = format
    }

    private init?(brand: ArraySlice<UInt8>) {
        let name = String(decoding: brand, as: UTF8.self)
        switch name {
        case "avif", "avis": self = .avif
        case "heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs", "mif1", "msf1", "mif2", "miaf":
            self = .heic
        case "qt  ": self = .quickTime
        case _ where Self.movieBrands.contains { name.hasPrefix($0) }: self = .mp4
        default: return nil
        }
    }
}

extension MetadataFormat {
    /// Whether a `MetadataEditor` can make every change to files of this kind.
    ///
    /// Camera raw files, which are TIFF files, are an exception. HEIC and AVIF files, and MP4 and QuickTime movies, can
    /// only lose their place.
    public var isEditable: Bool {
        switch self {
        case .jpeg, .png, .tiff, .webP: true
        case .heic, .avif, .quickTime, .mp4, .gif, .bmp, .raw: false
        }
    }
}
