public import Foundation

/// One photo, video or sound of a library, as it was when it was read: the articles' `MediaProtocol` (R5).
///
/// A value: it holds no library object and never changes. Every field comes with the one read that made the value
/// (0.1 ms of library time on a phone, R66), so looking at a field costs nothing. What costs more, such as whether the
/// original is on the device or how large its file is (P15), is not a field.
public struct MediaAsset: Identifiable, Hashable, Sendable, Codable {
    /// Names the asset in its library.
    public var id: AssetID
    /// What kind of media it is.
    public var mediaType: MediaType
    /// Its finer traits.
    public var subtypes: MediaSubtypes
    /// Width in pixels after orientation is applied; 0 where the library does not know it.
    public var pixelWidth: Int
    /// Height in pixels after orientation is applied; 0 where the library does not know it.
    public var pixelHeight: Int
    /// When it was taken; sorts as the oldest where the library does not know.
    public var creationDate: Date?
    /// When it was last edited; also moves for reasons of the library's own (K32), so it is no proof of an edit.
    public var modificationDate: Date?
    /// Playing time in seconds; 0 for a still picture.
    public var duration: TimeInterval
    /// Whether its owner marked it as a favourite.
    public var isFavorite: Bool
    /// Whether its owner hid it.
    public var isHidden: Bool
    /// Shared by all pictures of one burst.
    public var burstIdentifier: String?
    /// Whether it stands for its burst; the others are fetched only on request (K10).
    public var representsBurst: Bool
    /// Where it was taken.
    public var place: Place?
    /// Changes when the picture itself does; what a cached image is known by, beside the identifier.
    public var contentVersion: UInt64

    /// An asset from its parts; libraries use this, and tests.
    public init(
        id: AssetID,
        mediaType: MediaType = .image,
        subtypes: MediaSubtypes = [],
        pixelWidth: Int = 0,
        pixelHeight: Int = 0,
        creationDate: Date? = nil,
        modificationDate: Date? = nil,
        duration: TimeInterval = 0,
        isFavorite: Bool = false,
        isHidden: Bool = false,
        burstIdentifier: String? = nil,
        representsBurst: Bool = false,
        place: Place? = nil,
        contentVersion: UInt64 = 0
    ) {
        self.id = id
        self.mediaType = mediaType
        self.subtypes = subtypes
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
        self.creationDate = creationDate
        self.modificationDate = modificationDate
        self.duration = duration
        self.isFavorite = isFavorite
        self.isHidden = isHidden
        self.burstIdentifier = burstIdentifier
        self.representsBurst = representsBurst
        self.place = place
        self.contentVersion = contentVersion
    }
}
