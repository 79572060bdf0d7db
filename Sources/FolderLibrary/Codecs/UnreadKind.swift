#if FolderLibrary || canImport(Darwin)

/// A picture format that is not supported at all, detected by its first bytes.
enum UnreadKind: String, CaseIterable {
    case gif = "GIF"
    case bmp = "BMP"
    case photoshop = "Photoshop"
    case jpegXL = "JPEG XL"
    case jpeg2000 = "JPEG 2000"
    case canonRaw = "Canon CR3"
    case fujifilmRaw = "Fujifilm RAF"
    case panasonicRaw = "Panasonic RW2"
    case olympusRaw = "Olympus ORF"

    /// The signature of its files, and its position.
    private var signature: (position: Int, text: String) {
        switch self {
        case .gif: (0, "GIF8")
        case .bmp: (0, "BM")
        case .photoshop: (0, "8BPS")
        case .jpegXL: (4, "JXL ")
        case .jpeg2000: (4, "jP  ")
        case .canonRaw: (4, "ftypcrx ")
        case .fujifilmRaw: (0, "FUJIFILM")
        case .panasonicRaw: (0, "IIU\0")
        case .olympusRaw: (0, "IIRO")
        }
    }

    /// The format of a file with these first bytes; nil for any other format.
    init?(firstBytes: [UInt8]) {
        let found = Self.allCases.first { kind in
            firstBytes.dropFirst(kind.signature.position).starts(with: kind.signature.text.utf8)
        }
        guard let found else { return nil }
        self = found
    }
}
#endif
