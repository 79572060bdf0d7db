extension MetadataEditor {
    /// Changes a file: the new one is written beside it, flushed to the disk, and renamed over the old one.
    ///
    /// Permissions and extended attributes are kept, and owner and group where the user may set them. A symbolic link
    /// stays one, and the file that it names is changed. Other hard links go on naming the old file, unchanged: where
    /// something was removed, they still have it. A file that somebody changes or replaces meanwhile is left alone.
    /// Whatever fails, the old file is as it was and nothing is left behind. Blocks the thread while it reads and
    /// writes.
    ///
    /// - Parameters:
    ///   - path: the file to change.
    ///   - destination: where the new file goes, over whatever is there; over the old one by default.
    /// - Throws: `MetadataEditError`.
    public func edit(fileAt path: String, writingTo destination: String? = nil) throws(MetadataEditError) {
        let target = try ReplacedFile(path: path, destination: destination ?? path)
        let plan = try plan(of: target.source)
        try target.replace(with: plan)
    }
}
