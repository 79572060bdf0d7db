public import Foundation

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
