public import Foundation

/// Changes a file's metadata and copies its compressed picture data byte for byte.
///
/// ```swift
/// let editor = MetadataEditor(.removePlace, .setCopyright("© 2026 Ana"))
/// try editor.edit(fileAt: path)                  // in place: a new file, renamed over the old one
/// try editor.edit(fileAt: path, writingTo: copy) // the old one stays
/// ```
///
/// JPEG, PNG, WebP and TIFF files can be changed (``MetadataFormat/isEditable``), raw files of cameras cannot. What is
/// not changed stays where it is as far as the format allows, maker notes among it; what a removal cannot understand
/// does not (``MetadataEdit``). The same edit made again gives the same bytes, and a value that is set many times takes
/// no more room than the longest of its values. What cannot be done without a loss is refused with an error that says
/// why, and nothing is written.
public struct MetadataEditor: Hashable, Sendable {
    /// What is changed, as it was given.
    ///
    /// Removals come first, whatever the order: what is set stays set, `.setCopyright` beside `.removeSensitive` too.
    /// Otherwise the order stays, so that of two edits that set the same the last one counts.
    public let edits: [MetadataEdit]

    /// An editor that makes some changes; without any it copies a file as it is.
    public init(_ edits: MetadataEdit...) {
        self.edits = edits
    }

    /// An editor that makes some changes; without any it copies a file as it is.
    public init(_ edits: [MetadataEdit]) {
        self.edits = edits
    }

    /// The file with all changes, in memory.
    ///
    /// - Throws: `MetadataEditError`.
    /// - Complexity: O(file); a removal reads the picture data once more than the copy does.
    public func edited(_ bytes: [UInt8]) throws(MetadataEditError) -> [UInt8] {
        let source = try plan(of: MemoryBytes(bytes))
        return try reading { () throws(MetadataError) in try source.readAll() }
    }

    /// The file with all changes, in memory.
    ///
    /// - Throws: `MetadataEditError`.
    /// - Complexity: O(file); a removal reads the picture data once more than the copy does.
    public func edited(_ data: Data) throws(MetadataEditError) -> Data {
        let source = try plan(of: DataBytes(data: data))
        return Data(try reading { () throws(MetadataError) in try source.readAll() })
    }

    /// The file with all changes, as parts of the old one and new bytes.
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
        case let format?: throw .unsupported(format)
        case nil: throw .unreadable(.unknownFormat(firstBytes: head))
        }
    }
}

extension MetadataEdit {
    /// - Throws: `.invalidText`.
    fileprivate func validate() throws(MetadataEditError) {
        guard case .setCopyright(let text) = self else { return }
        let isBlank = text.allSatisfy(\.isWhitespace)
        if isBlank || !text.unicodeScalars.allSatisfy(XMPText.isValid) { throw .invalidText(text) }
    }
}

extension MetadataEditor {
    /// Changes a file: the new one is written beside it, flushed to the disk, and renamed over the old one.
    ///
    /// Permissions and extended attributes are kept, and owner and group where the user may set them. Removals keep of
    /// the attributes only access lists: the others may say where the file is from (`kMDItemWhereFroms`,
    /// `user.xdg.origin.url`), or have comments and labels. A symbolic link stays one, and the file that it names is
    /// changed. Other hard links go on naming the old file, unchanged: where something was removed, they still have it.
    /// A file that somebody changes or replaces meanwhile is left alone. Whatever fails, the old file is as it was and
    /// nothing is left behind. Blocks the thread while it reads and writes.
    ///
    /// - Parameters:
    ///   - path: the file to change.
    ///   - destination: where the new file goes, over whatever is there; over the old one by default.
    /// - Throws: `MetadataEditError`.
    public func edit(fileAt path: String, writingTo destination: String? = nil) throws(MetadataEditError) {
        let target = try ReplacedFile(path: path, destination: destination ?? path)
        let plan = try plan(of: target.source)
        try target.replace(with: plan, isRemoval: edits.contains(where: \.isRemoval))
    }

    /// Changes a file at a URL, as the one at a path.
    ///
    /// - Parameters:
    ///   - url: the file to change.
    ///   - destination: where the new file goes, over whatever is there; over the old one by default.
    /// - Throws: `MetadataEditError`; `.unreadable(.cannotOpen)` and `.cannotWrite` with `EINVAL` where a URL is not
    ///   that of a file.
    public func edit(fileAt url: URL, writingTo destination: URL? = nil) throws(MetadataEditError) {
        guard url.isFileURL else { throw .unreadable(.cannotOpen(path: url.absoluteString, code: EINVAL)) }
        if let destination, !destination.isFileURL {
            throw .cannotWrite(path: destination.absoluteString, code: EINVAL)
        }
        try edit(fileAt: url.path(percentEncoded: false), writingTo: destination?.path(percentEncoded: false))
    }
}
