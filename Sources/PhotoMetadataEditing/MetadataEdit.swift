public import Foundation
// Whoever edits metadata also reads it.
@_exported public import PhotoMetadata

/// One change to a file's metadata.
public enum MetadataEdit: Hashable, Sendable {
    /// Sets the copyright notice, in EXIF and XMP, and in IPTC where the format has a place for it.
    ///
    /// JPEG and TIFF have one. PNG and WebP have none, and XMP's `dc:rights` is IPTC's own notice there; an IPTC block
    /// that a program put into a PNG's texts is changed with the others. Blanks around the notice are dropped.
    case setCopyright(String)
    /// Removes the copyright notice from every place where ``setCopyright(_:)`` would set one, and from a PNG's
    /// texts.
    case removeCopyright
    /// Removes where the picture was taken: GPS, and the names of places, in EXIF, XMP and IPTC.
    ///
    /// It is removed from every directory, packet and picture of the file: further pictures, thumbnails, XMP that
    /// spans several segments, Photoshop's resources. Its bytes are overwritten, not only unlinked.
    ///
    /// Data that may hold a place and cannot be understood are removed too, even from files without a place: maker
    /// notes except Apple's, tags, segments and chunks that no standard names, IPTC's previews, unreferenced bytes,
    /// and data behind the picture. If such data may be needed by the picture or by the user, the edit is refused
    /// instead: for unknown tags that look like metadata or reference other bytes, Photoshop's layers, unknown
    /// critical chunks, bytes behind a PNG's color profile (``MetadataEditError/unknownData(at:)``), a movie or a
    /// maker's block behind the picture (``MetadataEditError/unknownTrailer(at:)``). Further pictures of a JPEG
    /// file, such as gain maps, stay.
    ///
    /// Of the blocks that Samsung phones write behind the picture, those without a place stay, in HEIC too.
    ///
    /// HEIC, AVIF, MP4 and QuickTime files lose their place, too, and keep their length: nothing moves in them. Boxes
    /// of unknown kinds are cleared. Refused are:
    /// - a movie behind the picture, image sequences, and unknown properties of a picture;
    /// - media in a box that would be cleared, and lists that stand twice where readers expect one;
    /// - tracks other than pictures and sound, in which drones and action cameras write their way; a Live Photo's stay;
    /// - blocks of places that car and action cameras write between a movie's chunks (`freeGPS`, GPMF, `$GPRMC`): those
    ///   in another form, or inside of coded pictures and sound, are not found, and stay.
    ///
    /// These stay: titles, captions, keywords and comments, even if they name the place; the addresses of creator
    /// and licensor; XMP of unknown vocabularies, except properties whose names say that they are places; the name
    /// by which a packet refers to its file (`rdf:about`), regardless of its text; all other data that are
    /// understood and hold no place; and the picture, whose data are not inspected.
    case removeLocation
    /// Removes everything that is not needed to show the picture.
    ///
    /// The picture, its color profile, color space, resolution and orientation stay, from whichever block holds
    /// them. EXIF, XMP, IPTC, maker notes, thumbnails, previews, comments, data behind the picture, and a copyright
    /// notice are removed; a notice that the same editor sets is set afterwards. All further pictures of a JPEG
    /// file are removed, the gain maps of HDR pictures among them: those then show their standard range. A profile
    /// that a program put into a PNG's texts (`Raw profile type icc`) is removed with the other texts: decoders use
    /// only that of the `iCCP` chunk. TIFF files with an unknown compression are refused.
    case removeSensitive
    /// Sets the orientation, in EXIF, and in XMP and in the thumbnail's directory if these have one.
    case setOrientation(ImageOrientation)
    /// Sets when the picture was taken and digitized, with its fraction and its zone.
    ///
    /// In EXIF: 0x9003 and 0x9004, 0x9291 and 0x9292, 0x9011 and 0x9012 (removed if the moment lacks that part),
    /// and 0x9000 if EXIF's version is too old for zones; 0x9010 is removed if 0x0132 is the same day and time, for
    /// which readers would take it. If present: XMP's `exif:DateTimeOriginal`, `exif:DateTimeDigitized`,
    /// `photoshop:DateCreated` and `xmp:CreateDate`; IPTC's 2:55 and 2:60, and 2:62 and 2:63, of which the
    /// second are removed for a moment without a zone, since they must have one; and a PNG's `Creation Time`,
    /// `CreationTime`, and the texts in which ImageMagick repeats EXIF's dates. The same tags in the first directory,
    /// where TIFF/EP has them, are removed, and so is its zone (0x882A).
    case setCaptureDate(MetadataDate)
    /// Sets the time zone of the dates that the file has, in minutes east of Greenwich, -1439 to 1439.
    ///
    /// Each date keeps the day and time that it says; a zone that it says is replaced. In EXIF: 0x9011 if there is
    /// 0x9003, 0x9012 if there is 0x9004, and 0x9010 if 0x0132 is the same moment as one of them: otherwise another
    /// program changed the file, at another place. If present, with a time of day: the dates of XMP, IPTC (2:60 and
    /// 2:63) and a PNG's texts that ``setCaptureDate(_:)`` sets. A file without a date gets no zone.
    case setTimeZone(offset: Int)
    /// Removes the time zone wherever ``setTimeZone(offset:)`` would set one, so that only the camera's local time is
    /// left.
    case removeTimeZone
    /// Sets where the picture was taken: a place on Earth (WGS 84), and its height if it is known.
    ///
    /// In EXIF's GPS directory, and in XMP if that has coordinates. What was said of the old place goes: its height,
    /// the accuracy and the method of its measurement, and the name of its area (GPS's 8 to 11, 27, 28, 30 and 31).
    /// The time of the receiver, directions, the speed and the destination stay, and so do names of places in XMP and
    /// IPTC: beside ``removeLocation``, which comes first in every order, they go.
    ///
    /// EXIF's seconds have seven decimals, less than a hundredth of a millimeter.
    ///
    /// - Parameter altitude: meters above sea level, negative below it, to a millimeter; at most 1,000,000 of them.
    case setLocation(Coordinate, altitude: Double? = nil)
    /// Sets the title, in XMP, and in IPTC where the format has a place for it.
    ///
    /// In XMP's `dc:title`, and the first 64 bytes of whole characters in IPTC's 2:05. If present, also in Microsoft's
    /// tag (0x9C9B) and in a PNG's `Title`. Blanks around it are dropped; it replaces titles in all languages.
    case setTitle(String)
    /// Removes the title from every place where ``setTitle(_:)`` would set one.
    case removeTitle
    /// Sets what the picture shows, in EXIF and XMP, and in IPTC where the format has a place for it.
    ///
    /// In EXIF's image description (0x010E), XMP's `dc:description`, and the first 2,000 bytes of whole characters in
    /// IPTC's 2:120. If present, also in a PNG's `Description`. Blanks around it are dropped; it replaces descriptions
    /// in all languages, and XMP's `tiff:ImageDescription`, which repeats them, is removed.
    case setCaption(String)
    /// Removes the description from every place where ``setCaption(_:)`` would set one.
    case removeCaption
    /// Sets all keywords, in XMP, and in IPTC where the format has a place for them; none are the same as
    /// ``removeKeywords``.
    ///
    /// In XMP's `dc:subject`, and each one's first 64 bytes of whole characters in IPTC's 2:25. If present, also in
    /// Microsoft's tag (0x9C9E), with semicolons between them. Blanks around each are dropped. The lists in which
    /// Lightroom, digiKam and Microsoft repeat old keywords are removed (`lr:hierarchicalSubject`, `digiKam:TagsList`,
    /// `MicrosoftPhoto:LastKeywordXMP`).
    case setKeywords([String])
    /// Removes all keywords from every place where ``setKeywords(_:)`` would set some.
    case removeKeywords
    /// Sets the star rating: 0 to 5, or -1 for a rejected picture.
    ///
    /// In XMP's `xmp:Rating`. If present, also in Microsoft's tags (0x4746, and in percent 0x4749) and
    /// `MicrosoftPhoto:Rating`, which know no rejection: they are set to 0.
    case setRating(Int)
    /// Removes the rating from every place where ``setRating(_:)`` would set one.
    case removeRating
}

/// The reason why metadata were not changed; the file is then as it was.
public enum MetadataEditError: Error, Hashable, Sendable {
    /// The metadata cannot be read.
    case unreadable(MetadataError)
    /// Files of this kind cannot be changed without loss.
    case unsupported(MetadataFormat)
    /// The text is empty or blank, or contains characters that XML, and so XMP, cannot hold: control characters,
    /// U+FFFE and U+FFFF.
    case invalidText(String)
    /// A keyword is empty or blank, or contains such characters; the keyword and its index.
    case invalidKeyword(String, at: Int)
    /// A rating is neither 0 to 5 nor -1.
    case invalidRating(Int)
    /// A place is not on Earth: its latitude is not -90 to 90, or its longitude not -180 to 180.
    case invalidPlace(Coordinate)
    /// A height is not a number, or more than 1,000,000 meters above or below sea level.
    case invalidAltitude(Double)
    /// A time zone is a day or more east or west of Greenwich, in minutes.
    case invalidTimeZone(offset: Int)
    /// The text contains characters that cannot be written into the file's IPTC block.
    ///
    /// The block's other texts are in Latin-1, or in an encoding that is not understood.
    case unencodable(String)
    /// A block is damaged or cut off, so that data that must stay could be lost; the position of the damaged part.
    ///
    /// XMP in UTF-16, which is read but not changed, counts as damaged, too; so do other forms that are not understood.
    case damaged(MetadataBlock, at: Int)
    /// Two structures share bytes, so that one cannot be changed without the other; their position.
    ///
    /// ``MetadataEdit/removeSensitive`` succeeds in spite of them in an EXIF block, since it writes a new block.
    case overlapping(at: Int)
    /// A block would be longer than the format allows.
    case tooLong(MetadataBlock, bytes: Int, limit: Int)
    /// A file has more directories, chunks, segments or boxes than the editor follows.
    ///
    /// A movie may have 262,144 boxes (12 hours in fragments of two seconds), a picture 16,384 boxes and parts of
    /// items.
    case tooMany(MetadataBlock, limit: Int)
    /// Unknown data behind the picture may hold what is to be removed; their position.
    case unknownTrailer(at: Int)
    /// Bytes that only an unknown tag, chunk or segment references, that follow a picture or a color profile, or that
    /// stand among a movie's media, may hold what is to be removed; their position.
    case unknownData(at: Int)
    /// Another program changed the file during the edit.
    case changedMeanwhile(path: String)
    /// The new file cannot be written; the code is the system's error number.
    case cannotWrite(path: String, code: Int32)
}

/// A kind of block that holds metadata.
public enum MetadataBlock: String, Hashable, Sendable {
    /// EXIF, or the directories of a TIFF file.
    case exif
    /// XMP.
    case xmp
    /// IPTC, or Photoshop's resources around it.
    case iptc
    /// The file's own structure.
    case container
}

extension MetadataEditError: CustomStringConvertible {
    /// Says what went wrong with which value, for logs; the wording may change.
    public var description: String {
        switch self {
        case .unreadable(let error): error.description
        case .unsupported(let format):
            "This change cannot be made in \(format.rawValue) files without loss."
        case .invalidText(let text): "The text " + Self.fault(of: text)
        case .invalidKeyword(let word, let index): "Keyword \(index + 1) " + Self.fault(of: word)
        case .invalidRating(let stars): "\(stars) is no rating: expected 0 to 5, or -1 for a rejected picture."
        case .invalidPlace(let place):
            "\(place.latitude), \(place.longitude) is no place on Earth: expected a latitude of -90 to 90 degrees and "
                + "a longitude of -180 to 180."
        case .invalidAltitude(let meters):
            "\(meters) is no height: expected at most 1,000,000 meters above or below sea level."
        case .invalidTimeZone(let offset):
            "\(offset) minutes are no time zone: expected -1439 to 1439 minutes east of Greenwich."
        case .unencodable(let text): "'\(text)' cannot be written in the encoding of the file's IPTC block."
        case .damaged(let block, let position):
            "The \(block.rawValue) block cannot be understood: its part at \(position) is damaged, or in another form."
        case .overlapping(let position):
            "Two structures share the bytes at \(position), so neither can be changed without the other."
        case .tooLong(let block, let bytes, let limit):
            "The \(block.rawValue) block would have \(bytes) bytes, more than the \(limit) that the format allows."
        case .tooMany(let block, let limit):
            "The \(block.rawValue) block has more than the \(limit) parts that the editor follows."
        case .unknownData(let position): "Unknown data at \(position) may hold what is to be removed."
        case .unknownTrailer(let position):
            "Unknown data behind the picture, at \(position), may hold what is to be removed."
        case .changedMeanwhile(let path): "'\(path)' was changed by another program during the edit."
        case .cannotWrite(let path, let code): "'\(path)' cannot be written: \(MetadataError.text(of: code))."
        }
    }
}

extension MetadataEditError {
    /// Says what is wrong with a text, without the character that would garble a log.
    private static func fault(of text: String) -> String {
        guard let scalar = text.unicodeScalars.first(where: { !XMPText.isValid($0) }) else {
            return "is blank: expected at least one character that is not whitespace."
        }
        let code = String(scalar.value, radix: 16, uppercase: true)
        let digits = String(repeating: "0", count: max(4 - code.count, 0)) + code
        return "contains the character U+\(digits), which XMP cannot hold."
    }
}

extension MetadataEditError: LocalizedError {
    /// The description: English, for developers.
    public var errorDescription: String? { description }
}

extension MetadataEditError {
    /// The error with its position counted from the start of the enclosing data.
    func moved(by distance: Int) -> MetadataEditError { at { $0 + distance } }

    /// The error with its position clamped to so many bytes: the fault may be that something lies behind the end.
    func within(_ count: Int) -> MetadataEditError { at { min(max($0, 0), count) } }

    private func at(_ place: (Int) -> Int) -> MetadataEditError {
        switch self {
        case .damaged(let block, let position): .damaged(block, at: place(position))
        case .overlapping(let position): .overlapping(at: place(position))
        case .unknownData(let position): .unknownData(at: place(position))
        case .unknownTrailer(let position): .unknownTrailer(at: place(position))
        default: self
        }
    }
}

/// Runs a read, and throws its errors as those of an edit.
func reading<Value>(_ body: () throws(MetadataError) -> Value) throws(MetadataEditError) -> Value {
    do throws(MetadataError) {
        return try body()
    } catch {
        throw .unreadable(error)
    }
}

extension ByteSource {
    /// Whether a range contains only zeros.
    ///
    /// - Complexity: O(range); reads it once, a part at a time.
    func isZero(_ range: Range<Int>) throws(MetadataEditError) -> Bool {
        try first(in: range) { bytes in bytes.firstIndex { $0 != 0 } } == nil
    }

    /// The first position in a range that a search finds in one of its windows.
    ///
    /// - Parameter overlap: how many bytes of each window are in the next one, too.
    /// - Complexity: O(range); reads it once, a part at a time.
    func first(
        in range: Range<Int>, overlap: Int = 0, _ find: ([UInt8]) -> Int?
    ) throws(MetadataEditError) -> Int? {
        try reading { () throws(MetadataError) in
            for start in stride(from: range.lowerBound, to: range.upperBound, by: 1 << 16) {
                let window = try bytes(in: start..<min(start + 1 << 16 + overlap, range.upperBound))
                if let index = find(window) { return start + index }
            }
            return nil
        }
    }
}

extension MetadataEditError: CameraRollError {
    /// `.retry` if another program changed the file meanwhile, or the disk is full.
    public var recovery: ErrorRecovery? {
        switch self {
        case .unreadable(let error): error.recovery
        case .changedMeanwhile, .cannotWrite(_, ENOSPC), .cannotWrite(_, EDQUOT): .retry
        case .unsupported, .invalidText, .invalidKeyword, .invalidRating, .invalidPlace, .invalidAltitude,
            .invalidTimeZone, .unencodable, .damaged, .overlapping, .tooLong, .tooMany, .unknownTrailer, .unknownData,
            .cannotWrite:
            nil
        }
    }

    /// The error when the metadata was read, or the system's error when the file was written, if there was one.
    public var underlyingError: (any Error)? {
        switch self {
        case .unreadable(let error): error
        case .cannotWrite(_, let code): POSIXError(number: code)
        default: nil
        }
    }
}
