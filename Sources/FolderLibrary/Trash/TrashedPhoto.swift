#if FolderLibrary || canImport(Darwin)
public import CameraRoll
public import Foundation

/// A deleted photo or video whose files are in the trash.
public struct TrashedPhoto: Hashable, Sendable, Identifiable {
    /// The unique name of its main file in the trash.
    public let id: String
    /// Its former identifier, which it has again once restored; nil if the index does not know it any more.
    public let asset: AssetID?
    /// Its former path beneath the folder of photos, to which it returns; bytes that are not UTF-8 are shown as
    /// U+FFFD.
    public let path: String
    /// When it was deleted.
    public let deletionDate: Date
    /// The size of its files in bytes.
    public let byteCount: Int
    /// Whether it was a favorite.
    public let isFavorite: Bool
}
#endif
