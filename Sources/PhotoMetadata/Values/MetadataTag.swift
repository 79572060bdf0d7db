/// A raw tag of EXIF or TIFF: its number, its type and the position of its value.
public struct MetadataTag: Hashable, Sendable {
    /// The directory that a tag is in.
    public enum Directory: Hashable, Sendable {
        /// A picture of the file, counted from 0; in EXIF 0 is the picture (IFD0) and 1 its thumbnail (IFD1).
        case image(Int)
        /// A picture nested in another one (SubIFD), counted from 0.
        case subImage(Int)
        /// The circumstances in which the picture was taken.
        case exif
        /// The place where the picture was taken.
        case gps
        /// Further data for file exchange.
        case interoperability
        /// Apple's maker note.
        case appleMakerNote
    }

    /// The type of a tag's values.
    public enum ValueType: UInt8, Hashable, Sendable {
        /// An unsigned 8-bit integer.
        case byte = 1
        /// Text.
        case ascii = 2
        /// An unsigned 16-bit integer.
        case short = 3
        /// An unsigned 32-bit integer.
        case long = 4
        /// A fraction of two unsigned 32-bit integers.
        case rational = 5
        /// A signed 8-bit integer.
        case signedByte = 6
        /// Bytes of undefined meaning.
        case undefined = 7
        /// A signed 16-bit integer.
        case signedShort = 8
        /// A signed 32-bit integer.
        case signedLong = 9
        /// A fraction of two signed 32-bit integers.
        case signedRational = 10
        /// A 32-bit floating-point number.
        case float = 11
        /// A 64-bit floating-point number.
        case double = 12
        /// The 32-bit position of a directory.
        case directory = 13
        /// An unsigned 64-bit integer.
        case long8 = 16
        /// A signed 64-bit integer.
        case signedLong8 = 17
        /// The 64-bit position of a directory.
        case directory8 = 18
        /// Text in UTF-8, since EXIF 3.0.
        case utf8 = 129

        /// The type with a number in a file; nil if no type has this number.
        @inline(__always)
        init?(number: Int) {
            guard let number = UInt8(exactly: number) else { return nil }
            self.init(rawValue: number)
        }

        /// The number of bytes in one value.
        public var byteCount: Int {
            switch self {
            case .byte, .ascii, .signedByte, .undefined, .utf8: 1
            case .short, .signedShort: 2
            case .long, .signedLong, .float, .directory: 4
            case .rational, .signedRational, .double, .long8, .signedLong8, .directory8: 8
            }
        }
    }

    /// Its number, such as 0x829A for the exposure time.
    public let id: UInt16
    /// The type of its values.
    public let type: ValueType
    /// The number of its values.
    public let count: Int
    /// The position of its value in the file; negative if the block was unpacked, and is not in the file in this
    /// form.
    private let position: Int
    /// The position of its value in the kept bytes; negative if it was not kept.
    private let keptStart: Int32
    private let code: DirectoryCode

    @inline(__always)
    init(
        _ code: DirectoryCode, id: UInt16, type: ValueType, count: Int, position: Int?, kept: Int?
    ) {
        self.id = id
        self.type = type
        self.count = count
        self.code = code
        self.position = position ?? -1
        keptStart = kept.flatMap { Int32(exactly: $0) } ?? -1
    }
}

extension MetadataTag {
    /// The directory that it is in.
    public var directory: Directory { code.directory }
    /// The number of bytes in its value.
    public var byteCount: Int { count * type.byteCount }

    /// The range of its value in the file, in bytes from the file's start.
    ///
    /// Nil if the file holds it in another form: packed, as hexadecimal text, or in several parts.
    public var range: Range<Int>? { position < 0 ? nil : position..<position + byteCount }

    /// The position of its value in the kept bytes; nil if it is too long (`MetadataLimits.valueBytes`).
    var kept: Int? { keptStart < 0 ? nil : Int(keptStart) }

    /// Whether it has a number, and is in a directory.
    @inline(__always)
    package func matches(_ id: UInt16, _ code: DirectoryCode) -> Bool {
        self.id == id && self.code == code
    }
}

extension MetadataTag {
    /// Whether it is the same except for the position at which its value was kept.
    func isSame(as other: MetadataTag) -> Bool {
        id == other.id && type == other.type && count == other.count && code == other.code
            && position == other.position
    }
}

extension MetadataTag: CustomStringConvertible {
    /// Its number in hexadecimal, its directory, and what its values are: `0x829A exif, 1 rational`.
    public var description: String {
        "\(Self.hexadecimal(id)) \(directory), \(count) \(type)"
    }

    /// A tag's number in the usual form: `0x829A`.
    static func hexadecimal(_ id: UInt16) -> String {
        let digits = String(id, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}

extension MetadataTag {
    /// A directory in four bytes: a file has many tags, and a lookup compares all of them.
    package struct DirectoryCode: Hashable {
        private let raw: UInt32
        /// The maximum number of pictures that can be distinguished; further ones share the last one's number.
        private static let mostPictures = 1 << 28 - 1

        init(_ directory: Directory) {
            switch directory {
            case .exif: raw = 1
            case .gps: raw = 2
            case .interoperability: raw = 3
            case .appleMakerNote: raw = 4
            case .image(let number): raw = 5 | Self.shifted(number)
            case .subImage(let number): raw = 6 | Self.shifted(number)
            }
        }

        private static func shifted(_ number: Int) -> UInt32 {
            UInt32(min(max(number, 0), mostPictures)) << 3
        }

        var directory: Directory {
            switch raw & 7 {
            case 1: .exif
            case 2: .gps
            case 3: .interoperability
            case 4: .appleMakerNote
            case 5: .image(Int(raw >> 3))
            default: .subImage(Int(raw >> 3))
            }
        }
    }
}

/// A number as it is in the file: numerator and denominator, exact.
public struct MetadataRational: Hashable, Sendable {
    /// The numerator.
    public let numerator: Int64
    /// The denominator; 0 in files that mean "unknown" or "infinite".
    public let denominator: Int64

    /// Creates a number from its numerator and its denominator.
    public init(_ numerator: Int64, _ denominator: Int64) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The nearest double; nil if the denominator is 0.
    public var value: Double? {
        denominator == 0 ? nil : Double(numerator) / Double(denominator)
    }
}

extension MetadataRational: CustomStringConvertible {
    /// Numerator/denominator.
    public var description: String { "\(numerator)/\(denominator)" }
}

extension MetadataRational {
    /// Creates a number from text in XMP's form: `28/10`, `2.8`, `7`; nil if it is not a number.
    init?(text: Substring) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, let numerator = Int64(parts[0]), let denominator = Int64(parts[1]) {
            self.init(numerator, denominator)
        } else if let number = Int64(text) {
            self.init(number, 1)
        } else {
            self.init(decimal: text)
        }
    }

    /// Creates a number from decimal text with at most 15 fraction digits.
    private init?(decimal text: Substring) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count <= 15, let digits = Int64(parts[0] + parts[1]) else { return nil }
        guard parts[1].utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self.init(digits, parts[1].reduce(1) { power, _ in power * 10 })
    }
}

extension MetadataRational {
    /// Creates the exact fraction of a double; nil if 64 bits are too few for it.
    init?(exactly number: Double) {
        guard number.isFinite else { return nil }
        var (top, bottom) = (number, Int64(1))
        while top != top.rounded(), bottom < 1 << 52 { (top, bottom) = (top * 2, bottom * 2) }
        guard let numerator = Int64(exactly: top) else { return nil }
        self.init(numerator, bottom)
    }
}
