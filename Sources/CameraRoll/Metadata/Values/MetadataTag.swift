/// A raw tag of EXIF or TIFF: what it is called, what type it has and where its value lies.
public struct MetadataTag: Hashable, Sendable {
    /// The directory that a tag is in.
    public enum Directory: Hashable, Sendable {
        /// A picture of the file, counted from 0; in EXIF 0 is the picture (IFD0) and 1 its thumbnail (IFD1).
        case image(Int)
        /// A picture below another one (SubIFD), counted from 0.
        case subImage(Int)
        /// The circumstances of the picture's taking.
        case exif
        /// The place of the picture's taking.
        case gps
        /// What else is needed to exchange files.
        case interoperability
        /// Apple's maker note.
        case appleMakerNote
    }

    /// The type of a tag's values.
    public enum ValueType: UInt8, Hashable, Sendable {
        /// One byte without sign.
        case byte = 1
        /// Text.
        case ascii = 2
        /// Two bytes without sign.
        case short = 3
        /// Four bytes without sign.
        case long = 4
        /// Two times four bytes without sign.
        case rational = 5
        /// One byte with sign.
        case signedByte = 6
        /// Bytes without a meaning of their own.
        case undefined = 7
        /// Two bytes with sign.
        case signedShort = 8
        /// Four bytes with sign.
        case signedLong = 9
        /// Two times four bytes with sign.
        case signedRational = 10
        /// Four bytes with a point.
        case float = 11
        /// Eight bytes with a point.
        case double = 12
        /// The position of a directory, in four bytes.
        case directory = 13
        /// Eight bytes without sign.
        case long8 = 16
        /// Eight bytes with sign.
        case signedLong8 = 17
        /// The position of a directory, in eight bytes.
        case directory8 = 18

        /// How many bytes one value has.
        public var byteCount: Int {
            switch self {
            case .byte, .ascii, .signedByte, .undefined: 1
            case .short, .signedShort: 2
            case .long, .signedLong, .float, .directory: 4
            case .rational, .signedRational, .double, .long8, .signedLong8, .directory8: 8
            }
        }
    }

    /// The directory that it is in.
    public let directory: Directory
    /// Its number, such as 0x829A for the exposure time.
    public let id: UInt16
    /// The type of its values.
    public let type: ValueType
    /// How many values it has.
    public let count: Int
    /// Where its value lies in the file, in bytes from the file's start; in the block itself where that was unpacked.
    public let range: Range<Int>

    /// Where its value begins among the values that were kept; nil where it is too long (`MetadataLimits.valueBytes`).
    let kept: Int?
}
