#if FolderLibrary || canImport(Darwin)
public import CameraRoll
public import Foundation

/// A deleted photo or video whose files are in the trash.
public struct TrashedPhoto: Hashable, Sendable, Identifiable {
    /// The name of its main file in the trash, which no other has.
    public let id: String
    /// The identifier that it had, and has again once it is restored; nil if the index does not know it any more.
    public let asset: AssetID?
    /// Where it was and goes back to, beneath the folder of photos; bytes that are no UTF-8 are shown as U+FFFD.
    public let path: String
    /// When it was deleted.
    public let deletionDate: Date
    /// How much its files take up, in bytes.
    public let byteCount: Int
    /// Whether it was a favorite.
    public let isFavorite: Bool
}
#endif
