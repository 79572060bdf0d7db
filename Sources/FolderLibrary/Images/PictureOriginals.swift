#if FolderLibrary || canImport(Darwin)
public import CameraRoll

/// Where an image source finds an asset's file; its functions may block, and are called by several threads at once.
package protocol PictureOriginals: Sendable {
    /// Opens the file that holds an asset's picture.
    ///
    /// - Throws: `ImageError.library(.assetNotFound)` if there is no such asset, or why it cannot be opened.
    func picture(of asset: AssetID) throws(ImageError) -> PictureOriginal
}

/// An asset's open file.
package struct PictureOriginal: Sendable {
    /// The file, to be read at positions.
    package let bytes: any ByteSource & Sendable
    /// What changes with the file's content.
    package let contentVersion: UInt64

    /// An open file, with what tells one content from another.
    package init(_ bytes: any ByteSource & Sendable, contentVersion: UInt64) {
        self.bytes = bytes
        self.contentVersion = contentVersion
    }
}

extension OriginalFiles: PictureOriginals {
    /// Opens an asset's picture.
    ///
    /// What the system says of the open file counts, which the index may not have seen yet; and what the index says of
    /// it, which has seen changes that show in neither size nor time.
    func picture(of asset: AssetID) throws(ImageError) -> PictureOriginal {
        let file = try original(of: asset)
        guard file.record.facts.type == .image else { throw .wrongMediaType(asset, file.record.facts.type) }
        let open = try open(file)
        let version = open.status.contentVersion &* 31 &+ file.record.version
        return PictureOriginal(open.bytes, contentVersion: UInt64(bitPattern: version))
    }
}

extension FolderLibrary {
    /// What images are decoded by, on the image manager's threads.
    public func imageSource() throws(LibraryError) -> (any ImageSource)? {
        FolderImageSource(store.originals, thumbnails: store.thumbnails, of: identity)
    }
}
#endif
