public import Foundation

/// Why metadata were not changed; the file is then as it was.
public enum MetadataEditError: Error, Hashable, Sendable {
    /// The metadata cannot be read.
    case unreadable(MetadataError)
    /// Files of this kind cannot be changed without a loss.
    case unsupported(MetadataFormat)
    /// The text is empty or blank, or has control characters in it, which XMP cannot hold.
    case invalidText(String)
    /// The text has characters that the file's IPTC block, which is in Latin-1, cannot hold.
    case unencodable(String)
    /// A block is damaged, so that what is not to be changed could be lost; its position.
    case damaged(MetadataBlock, at: Int)
    /// Two structures share bytes, so that one cannot be changed without the other; their position.
    case overlapping(at: Int)
    /// A block would be longer than the format allows.
    case tooLong(MetadataBlock, bytes: Int, limit: Int)
    /// A file has more directories, chunks or segments than are followed.
    case tooMany(MetadataBlock, limit: Int)
    /// Something unknown stands behind the picture that may hold what is to be removed; its position.
    case unknownTrailer(at: Int)
    /// Bytes that only an unknown tag names may hold what is to be removed; their position.
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
        case .invalidText(let text): "'\(text)' is blank or has control characters in it."
        case .unencodable(let text): "'\(text)' cannot be written into the file's IPTC block, which is in Latin-1."
        case .damaged(let block, let position): "The \(block.rawValue) block at \(position) is damaged."
        case .overlapping(let position): "Two structures share the bytes at \(position)."
        case .tooLong(let block, let bytes, let limit):
            "The \(block.rawValue) block would have \(bytes) bytes, more than the \(limit) that the format allows."
        case .tooMany(let block, let limit): "The \(block.rawValue) has more than \(limit) parts."
        case .unknownData(let position): "Only an unknown tag names the bytes at \(position)."
        case .unknownTrailer(let position): "Something unknown stands behind the picture at \(position)."
        case .changedMeanwhile(let path): "'\(path)' was changed by somebody else meanwhile."
        case .cannotWrite(let path, let code): "'\(path)' cannot be written: \(MetadataError.text(of: code))."
        }
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

/// Runs what reads, and gives its errors as those of an edit.
func reading<Value>(_ body: () throws(MetadataError) -> Value) throws(MetadataEditError) -> Value {
    do throws(MetadataError) {
        return try body()
    } catch {
        throw .unreadable(error)
    }
}
