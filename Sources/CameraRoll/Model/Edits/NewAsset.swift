public import Foundation

/// An asset to be created: its original files, and what is to be said of it.
public struct NewAsset: Hashable, Sendable {
    /// One original file of an asset to be created.
    public struct Resource: Hashable, Sendable {
        /// Where its bytes are.
        public enum Contents: Hashable, Sendable {
            /// In memory.
            case data(Data)
            /// In a file, which is read when the transaction is carried out, and removed then where `isMoved` is true.
            case file(URL, isMoved: Bool)
        }

        /// What the file is to the asset.
        public var kind: AssetResource.Kind
        /// Where its bytes are.
        public var contents: Contents
        /// The name that the original shall have, without folders; the library's choice where nil.
        ///
        /// Where the library has a file of that name, a number comes behind it. A name that is no file's, as one with a
        /// slash or a dot before it in a folder of photos, is refused with `EditError.invalidResource`.
        public var fileName: String?

        /// A file from its parts.
        public init(_ kind: AssetResource.Kind, _ contents: Contents, fileName: String? = nil) {
            self.kind = kind
            self.contents = contents
            self.fileName = fileName
        }
    }

    /// Its original files, the main one first; at least one.
    public var resources: [Resource]
    /// When it was taken; as its file says where nil, and else when the file was changed last.
    public var creationDate: Date?
    /// Where it was taken; as its file says where nil.
    public var place: Place?
    /// Whether it is a favourite from the start.
    public var isFavorite: Bool
    /// Whether it is hidden from the start.
    public var isHidden: Bool

    /// An asset from its files.
    public init(
        resources: [Resource], creationDate: Date? = nil, place: Place? = nil, isFavorite: Bool = false,
        isHidden: Bool = false
    ) {
        self.resources = resources
        self.creationDate = creationDate
        self.place = place
        self.isFavorite = isFavorite
        self.isHidden = isHidden
    }

    /// A picture from its bytes: JPEG, HEIC, PNG or what else the library takes.
    public static func photo(_ data: Data, fileName: String? = nil) -> NewAsset {
        NewAsset(resources: [Resource(.photo, .data(data), fileName: fileName)])
    }

    /// A picture from a file, which stays where it is.
    public static func photo(at file: URL) -> NewAsset {
        NewAsset(resources: [Resource(.photo, .file(file, isMoved: false), fileName: file.lastPathComponent)])
    }

    /// A video from a file, which stays where it is.
    public static func video(at file: URL) -> NewAsset {
        NewAsset(resources: [Resource(.video, .file(file, isMoved: false), fileName: file.lastPathComponent)])
    }

    /// A Live Photo from its two files, which stay where they are.
    public static func livePhoto(still: URL, video: URL) -> NewAsset {
        NewAsset(resources: [
            Resource(.photo, .file(still, isMoved: false), fileName: still.lastPathComponent),
            Resource(.pairedVideo, .file(video, isMoved: false), fileName: video.lastPathComponent),
        ])
    }
}
