public import Foundation
import PhotoMetadata

// How an edit works
//
// A file is edited in three steps: plan, write, rename. No step changes the old file.
//
// 1. `ReplacedFile` resolves the symbolic links of the path once, opens the file and keeps its status.
//
// 2. `MetadataEditor.plan(of:)` makes one `EditPlan` for each edit, removals first. A plan lists ranges that are copied
//    from its source and new bytes between them; it is a `ByteSource` itself, so the next edit reads the result of the
//    one before, and nothing is written until all plans exist. The format is detected by the first bytes, and has an
//    editor for its container: `JPEGEditor`, `PNGEditor`, `WebPEditor`, or `TIFFEditor` for a TIFF file; HEIC files and
//    movies can only lose their place (`HEIFEditor`, `MovieEditor`: see `BoxEditor`). The container editor finds the
//    blocks of metadata and passes each to the editor of its kind: `TIFFEditor` (EXIF), `XMPEditor`, `IPTCEditor`,
//    `PhotoshopEditor`. A block editor changes single values and keeps all other bytes; `TIFFEditor`
//    keeps their positions, too, since undocumented maker notes hold offsets that cannot be adjusted.
//
// 3. `ReplacedFile.replace(with:)` writes the plan into a temporary file in the same folder, copies owner, permissions
//    and attributes, flushes it to the disk, checks that neither file has changed since step 1, and renames it. A crash
//    before the rename leaves the old file; an error removes the temporary file.
//
// An edit never guesses. A removal drops data that it cannot understand, and throws if the picture or the user may need
// them; setting a value throws if other values would be lost. Compressed picture data are copied byte for byte, except
// that removals clear metadata inside pictures: between the scans of a JPEG, in thumbnails and in further pictures.
//
// *Bounded Everything*: each parser has a limit of parts (segments, chunks, directories, claims), above which the edit
// throws `.tooMany`, and packed texts have a limit of unpacked bytes.

/// Changes a file's metadata and copies its compressed picture data byte for byte.
///
/// ```swift
/// let editor = MetadataEditor(.removeLocation, .setCopyright("© 2026 Ana"))
/// try editor.edit(fileAt: path)                  // in place: a new file, renamed over the old one
/// try editor.edit(fileAt: path, writingTo: copy) // the old one stays
/// ```
///
/// JPEG, PNG, WebP and TIFF files can be changed (`MetadataFormat.isEditable`), camera raw files cannot. HEIC and AVIF
/// files, and MP4 and QuickTime movies, can only lose their place (``MetadataEdit/removeLocation``).
/// Unchanged data keep their place as far as the format allows, maker notes included; a removal drops data that it
/// cannot understand (``MetadataEdit``). The same edit made again gives the same bytes, and a value that is set
/// many times takes no more room than the longest of its values. An edit that cannot be made without loss is
/// refused with an error that says why, and nothing is written.
public struct MetadataEditor: Hashable, Sendable {
    /// The edits, as they were given.
    ///
    /// Removals are made first, regardless of the order: a value that is set stays set, even `.setCopyright` beside
    /// `.removeSensitive`. Otherwise the order is kept, so that of two edits that set the same value the last one
    /// counts.
    public let edits: [MetadataEdit]

    /// Creates an editor that makes some changes; without any it copies a file as it is.
    public init(_ edits: MetadataEdit...) {
        self.edits = edits
    }

    /// Creates an editor that makes some changes; without any it copies a file as it is.
    public init(_ edits: [MetadataEdit]) {
        self.edits = edits
    }

    /// Returns the file with all changes, in memory.
    ///
    /// - Throws: `MetadataEditError`.
    /// - Complexity: O(file); a removal reads the picture data once more than the copy does.
    public func edited(_ bytes: [UInt8]) throws(MetadataEditError) -> [UInt8] {
        let source = try plan(of: MemoryBytes(bytes))
        return try reading { () throws(MetadataError) in try source.readAll() }
    }

    /// Returns the file with all changes, in memory.
    ///
    /// - Throws: `MetadataEditError`.
    /// - Complexity: O(file); a removal reads the picture data once more than the copy does.
    public func edited(_ data: Data) throws(MetadataEditError) -> Data {
        let source = try plan(of: DataBytes(data: data))
        return Data(try reading { () throws(MetadataError) in try source.readAll() })
    }

    /// The file with all changes, as parts of the old file and new bytes.
    func plan(of source: any ByteSource) throws(MetadataEditError) -> any ByteSource {
        for edit in edits { try edit.validate() }
        var source = source
        for edit in edits.filter(\.isRemoval) + edits.filter({ !$0.isRemoval }) {
            do throws(MetadataEditError) {
                source = try Self.plan(of: source, edit)
            } catch {
                throw error.within(source.byteCount)
            }
        }
        return source
    }

    private static func plan(
        of source: any ByteSource, _ edit: MetadataEdit
    ) throws(MetadataEditError) -> any ByteSource {
        let head = try reading { () throws(MetadataError) in try source.bytes(in: 0..<12) }
        guard !head.isEmpty else { throw .unreadable(.empty) }
        let format = MetadataFormat(firstBytes: head[...])
        if format == .tiff { return try edit.changed(tiff: source) }
        let remainder = edit == .removeSensitive ? try RetainedEXIF.bytes(of: source) : nil
        switch format {
        case .jpeg: return try JPEGEditor(source, edit, remainder: remainder).plan()
        case .png:
            var editor = try PNGEditor(source, edit, remainder: remainder)
            return try editor.plan()
        case .webP: return try WebPEditor(source, edit, remainder: remainder).plan()
        case let format? where (format == .heic || format == .avif) && edit == .removeLocation:
            var editor = try HEIFEditor(source, format)
            return try editor.plan()
        case let format? where (format == .quickTime || format == .mp4) && edit == .removeLocation:
            var editor = try MovieEditor(source, format)
            return try editor.plan()
        case let format?: throw .unsupported(format)
        case nil: throw .unreadable(.unknownFormat(firstBytes: head))
        }
    }
}

extension MetadataEdit {
    /// - Throws: the error of the value that is not allowed.
    fileprivate func validate() throws(MetadataEditError) {
        switch self {
        case .setCopyright(let text), .setTitle(let text), .setCaption(let text):
            guard Self.isText(text) else { throw .invalidText(text) }
        case .setKeywords(let words):
            for (index, word) in words.enumerated() where !Self.isText(word) { throw .invalidKeyword(word, at: index) }
        case .setRating(let stars): guard (-1...5).contains(stars) else { throw .invalidRating(stars) }
        case .setTimeZone(let offset):
            guard (-1439...1439).contains(offset) else { throw .invalidTimeZone(offset: offset) }
        case .setLocation(let place, let altitude):
            // A value that is not a number is no less than any.
            guard abs(place.latitude) <= 90, abs(place.longitude) <= 180 else { throw .invalidPlace(place) }
            if let altitude, !(abs(altitude) <= 1_000_000) { throw .invalidAltitude(altitude) }
        default: return
        }
    }

    private static func isText(_ text: String) -> Bool {
        !text.allSatisfy(\.isWhitespace) && text.unicodeScalars.allSatisfy(XMPText.isValid)
    }
}

extension MetadataEditor {
    /// Changes a file: the new one is written beside it, flushed to the disk, and renamed over the old one.
    ///
    /// Permissions and extended attributes are kept, and owner and group if the user may set them. A removal keeps
    /// only the access lists of the attributes: the others may say where the file is from (`kMDItemWhereFroms`,
    /// `user.xdg.origin.url`), or hold comments and labels. A symbolic link stays one, and the file that it names
    /// is changed. Other hard links still name the old file, unchanged: they still hold what was removed. If
    /// another program changes or replaces the file during the edit, the file is left alone. If the edit fails, the
    /// old file is as it was and no temporary file is left. Blocks the thread while it reads and writes.
    ///
    /// - Parameters:
    ///   - path: the file to change.
    ///   - destination: where the new file goes, replacing a file that is there; the old file by default.
    /// - Throws: `MetadataEditError`.
    public func edit(fileAt path: String, writingTo destination: String? = nil) throws(MetadataEditError) {
        let target = try ReplacedFile(path: path, destination: destination ?? path)
        let plan = try plan(of: target.source)
        try target.replace(with: plan, isRemoval: edits.contains(where: \.isRemoval))
    }

    /// Changes a file at a URL, as the method for paths does.
    ///
    /// - Parameters:
    ///   - url: the file to change.
    ///   - destination: where the new file goes, replacing a file that is there; the old file by default.
    /// - Throws: `MetadataEditError`; `.unreadable(.cannotOpen)` and `.cannotWrite` with `EINVAL` if a URL is not
    ///   that of a file.
    public func edit(fileAt url: URL, writingTo destination: URL? = nil) throws(MetadataEditError) {
        guard url.isFileURL else { throw .unreadable(.cannotOpen(path: url.absoluteString, code: EINVAL)) }
        if let destination, !destination.isFileURL {
            throw .cannotWrite(path: destination.absoluteString, code: EINVAL)
        }
        try edit(fileAt: url.path(percentEncoded: false), writingTo: destination?.path(percentEncoded: false))
    }
}
