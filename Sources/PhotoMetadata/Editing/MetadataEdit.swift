public import Foundation

/// One change to a file's metadata.
public enum MetadataEdit: Hashable, Sendable {
    /// Sets the copyright notice, in EXIF and XMP, and in IPTC where the format has a place for it.
    ///
    /// JPEG and TIFF have one. PNG and WebP have none, and XMP's `dc:rights` is IPTC's own notice there; an IPTC block
    /// that a program put into a PNG's texts is changed with the others.
    case setCopyright(String)
    /// Removes the copyright notice wherever ``setCopyright(_:)`` would set one, and from a PNG's texts.
    case removeCopyright
    /// Removes where the picture was taken: GPS, and the names of places, in EXIF, XMP and IPTC.
    ///
    /// It is removed from every directory, packet and picture of the file: further pictures, thumbnails, XMP that goes
    /// over several segments, Photoshop's resources. Its bytes are overwritten, not only unlinked.
    ///
    /// What may hold a place and cannot be understood goes with it, also from files that tell no place: maker notes but
    /// Apple's, tags, segments and chunks that no standard names, IPTC's previews, bytes that nothing names, what lies
    /// behind the picture. Where the picture may hang on it, or somebody may want it, the edit is refused instead: for
    /// unknown tags that look like metadata or name other bytes, Photoshop's layers, unknown critical chunks
    /// (``MetadataEditError/unknownData(at:)``), a movie or a maker's block behind the picture
    /// (``MetadataEditError/unknownTrailer(at:)``). Further pictures of a JPEG file, such as gain maps, stay.
    ///
    /// Of the blocks that Samsung's phones put behind the picture those stay that tell no place.
    ///
    /// What stays: titles, captions, keywords and comments, even where they name the place; the addresses of creator
    /// and licensor; XMP of vocabularies that are not known, but for properties whose names say that they are places,
    /// and the name by which a packet calls its file (`rdf:about`), whatever these hold; everything else that is
    /// understood and tells none; and the picture, whose data are not looked into.
    case removePlace
    /// Removes all that is not needed to show the picture.
    ///
    /// What stays is the picture, its colour profile, colour space and resolution, and its orientation, from whichever
    /// block said it. EXIF, XMP, IPTC, maker notes, thumbnails, previews, comments, what stands behind the picture, and
    /// a copyright notice are removed; one that the same editor sets is set behind it. All further pictures of a JPEG
    /// file go, the gain maps of HDR pictures among them: those then show their standard range. TIFF files that are
    /// packed in a way that is not known are refused.
    case removeSensitive
    /// Sets the orientation, in EXIF, and in XMP where that has one.
    case setOrientation(ImageOrientation)
    /// Sets when the picture was taken and digitised, with its fraction and its zone.
    ///
    /// In EXIF: 0x9003 and 0x9004, 0x9291 and 0x9292, 0x9011 and 0x9012, of which those go that the moment lacks, and
    /// 0x9000 where EXIF's version is too old for zones. Where they are there: XMP's `exif:DateTimeOriginal`,
    /// `exif:DateTimeDigitized`, `photoshop:DateCreated` and `xmp:CreateDate`; IPTC's 2:55 and 2:60, of which the
    /// second goes without a zone, since it must have one; and a PNG's `Creation Time`, `CreationTime`, and what
    /// ImageMagick writes of EXIF's dates as texts.
    case setCaptureDate(MetadataDate)
}

/// Why metadata were not changed; the file is then as it was.
public enum MetadataEditError: Error, Hashable, Sendable {
    /// The metadata cannot be read.
    case unreadable(MetadataError)
    /// Files of this kind cannot be changed without a loss.
    case unsupported(MetadataFormat)
    /// The text is empty or blank, or has characters in it that XML, and so XMP, cannot hold: control characters,
    /// U+FFFE and U+FFFF.
    case invalidText(String)
    /// The text has characters that cannot be written into the file's IPTC block: its other texts are in Latin-1, or in
    /// an encoding that is not understood.
    case unencodable(String)
    /// A block is damaged, so that what is not to be changed could be lost; its position.
    case damaged(MetadataBlock, at: Int)
    /// Two structures share bytes, so that one cannot be changed without the other; their position.
    ///
    /// ``MetadataEdit/removeSensitive`` can do without them where they are in an EXIF block, which it writes anew.
    case overlapping(at: Int)
    /// A block would be longer than the format allows.
    case tooLong(MetadataBlock, bytes: Int, limit: Int)
    /// A file has more directories, chunks or segments than are followed.
    case tooMany(MetadataBlock, limit: Int)
    /// Something unknown stands behind the picture that may hold what is to be removed; its position.
    case unknownTrailer(at: Int)
    /// Bytes that only an unknown tag, chunk or segment names may hold what is to be removed; their position.
    case unknownData(at: Int)
    /// The file was changed by somebody else meanwhile.
    case changedMeanwhile(path: String)
    /// The new file cannot be written; the code is the system's error number.
    case cannotWrite(path: String, code: Int32)
}

/// A kind of block that metadata are in.
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
    /// What went wrong with which value, for logs; the wording may change.
    public var description: String {
        switch self {
        case .unreadable(let error): error.description
        case .unsupported(let format): "Metadata of \(format.rawValue) files cannot be changed without a loss."
        case .invalidText(let text): Self.fault(of: text)
        case .unencodable(let text): "'\(text)' cannot be written in the encoding of the file's IPTC block."
        case .damaged(let block, let position): "The \(block.rawValue) block at \(position) is damaged."
        case .overlapping(let position):
            "Two structures share the bytes at \(position): only removing all that is sensitive may change them."
        case .tooLong(let block, let bytes, let limit):
            "The \(block.rawValue) block would have \(bytes) bytes, more than the \(limit) that the format allows."
        case .tooMany(let block, let limit): "The \(block.rawValue) has more than \(limit) parts."
        case .unknownData(let position): "Only something unknown names the bytes at \(position)."
        case .unknownTrailer(let position): "Something unknown stands behind the picture at \(position)."
        case .changedMeanwhile(let path): "'\(path)' was changed by somebody else meanwhile."
        case .cannotWrite(let path, let code): "'\(path)' cannot be written: \(MetadataError.text(of: code))."
        }
    }
}

extension MetadataEditError {
    /// What is wrong with a text, without the character that would garble a log.
    private static func fault(of text: String) -> String {
        guard let scalar = text.unicodeScalars.first(where: { !XMPText.isValid($0) }) else { return "A text is blank." }
        let code = String(scalar.value, radix: 16, uppercase: true)
        return "A text has the character U+\(String(repeating: "0", count: max(4 - code.count, 0)))\(code) in it."
    }
}

extension MetadataEditError: LocalizedError {
    /// The description: English, for developers.
    public var errorDescription: String? { description }
}

extension MetadataEditError {
    /// The error with its position counted from the start of what the block lies in.
    func moved(by distance: Int) -> MetadataEditError {
        switch self {
        case .damaged(let block, let position): .damaged(block, at: position + distance)
        case .overlapping(let position): .overlapping(at: position + distance)
        case .unknownData(let position): .unknownData(at: position + distance)
        default: self
        }
    }
}

extension MetadataEditError {
    /// The error with its position within so many bytes: what is wrong may be that something lies behind the end.
    func within(_ count: Int) -> MetadataEditError {
        func inside(_ position: Int) -> Int { min(max(position, 0), count) }
        return switch self {
        case .damaged(let block, let position): .damaged(block, at: inside(position))
        case .overlapping(let position): .overlapping(at: inside(position))
        case .unknownData(let position): .unknownData(at: inside(position))
        case .unknownTrailer(let position): .unknownTrailer(at: inside(position))
        default: self
        }
    }
}

/// Runs what reads, and gives its errors as those of an edit.
func reading<Value>(_ body: () throws(MetadataError) -> Value) throws(MetadataEditError) -> Value {
    do throws(MetadataError) {
        return try body()
    } catch {
        throw .unreadable(error)
    }
}
