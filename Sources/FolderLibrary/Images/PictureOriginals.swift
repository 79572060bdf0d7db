#if FolderLibrary || canImport(Darwin)
package import CameraRoll

/// Finds the files of assets for an image source; its functions may block, and are called concurrently.
package protocol PictureOriginals: Sendable {
    /// Opens the file that holds an asset's picture.
    ///
    /// - Throws: `ImageError.library(.assetNotFound)` if there is no such asset, or the error of opening it.
    func picture(of asset: AssetID) throws(ImageError) -> PictureOriginal
}

/// An asset's open file.
package struct PictureOriginal: Sendable {
    /// The bytes of the file.
    package let bytes: any ByteSource & Sendable
    /// A number that changes with the file's content.
    package let contentVersion: UInt64

    /// Creates an open file with the version of its content.
    package init(_ bytes: any ByteSource & Sendable, contentVersion: UInt64) {
        self.bytes = bytes
        self.contentVersion = contentVersion
    }
}

extension OriginalFiles: PictureOriginals {
    /// Opens an asset's picture.
    ///
    /// The version combines the status of the open file, which may be newer than the index, and the index's
    /// version, which has seen changes that affect neither size nor time.
    func picture(of asset: AssetID) throws(ImageError) -> PictureOriginal {
        let file = try original(of: asset)
        guard file.record.facts.type == .image else { throw .wrongMediaType(asset, file.record.facts.type) }
        let open = try open(file)
        let version = open.status.contentVersion &* 31 &+ file.record.version
        return PictureOriginal(open.bytes, contentVersion: UInt64(bitPattern: version))
    }
}

extension FolderBackend {
    /// Returns the source of images, which runs on the image manager's threads.
    func imageSource() throws(LibraryError) -> (any ImageSource)? {
        FolderImageSource(store.originals, thumbnails: store.thumbnails, of: identity)
    }
}
#endif
