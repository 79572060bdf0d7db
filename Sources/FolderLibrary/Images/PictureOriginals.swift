#if FolderLibrary || canImport(Darwin)
package import CameraRoll

/// Where an image source finds an asset's file; its functions may block, and are called by several threads at once.
package protocol PictureOriginals: Sendable {
    /// Opens the file that holds an asset's picture.
    ///
    /// - Throws: `ImageError.library(.assetNotFound)` where there is no such asset, or why it cannot be opened.
    func original(of asset: AssetID) throws(ImageError) -> PictureOriginal
}

/// An asset's open file.
package struct PictureOriginal: Sendable {
    /// The file, to be read at positions.
    package let bytes: any ByteSource & Sendable
    /// What changes with the file's content: made of its size and its modification time.
    package let contentVersion: UInt64

    /// An open file, with what tells one content from another.
    package init(_ bytes: any ByteSource & Sendable, contentVersion: UInt64) {
        self.bytes = bytes
        self.contentVersion = contentVersion
    }

    /// An open file.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - modified: when it was modified, in nanoseconds since 1970.
    package init(_ bytes: any ByteSource & Sendable, modified: Int64) {
        // A file that is written over within one tick of the clock mostly has another length.
        let size = UInt64(bitPattern: Int64(bytes.byteCount))
        self.init(bytes, contentVersion: UInt64(bitPattern: modified) ^ size.byteSwapped)
    }
}
#endif
