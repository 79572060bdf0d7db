public import Foundation

/// An asset to be created: its original files and its data.
public struct NewAsset: Hashable, Sendable {
    /// One original file of an asset to be created.
    public struct Resource: Hashable, Sendable {
        /// The source of the file's bytes.
        public enum Contents: Hashable, Sendable {
            /// In memory.
            case data(Data)
            /// In a file, which is read when the transaction is carried out, and then removed if `isMoved` is true.
            ///
            /// The file is removed only after success. Photos does not move a file that is open or has another hard
            /// link: the edit then fails.
            case file(URL, isMoved: Bool)
        }

        /// The role of the file in the asset.
        public var kind: AssetResource.Kind
        /// The source of the file's bytes.
        public var contents: Contents
        /// The name of the original, without folders; chosen by the library if nil.
        ///
        /// If the library already has a file with that name, a number is appended. An invalid file name, such as one
        /// with a slash, or one that begins with a dot in a folder of photos, is refused with
        /// `EditError.invalidResource`.
        public var fileName: String?

        /// Creates a file from its parts.
        public init(_ kind: AssetResource.Kind, _ contents: Contents, fileName: String? = nil) {
            self.kind = kind
            self.contents = contents
            self.fileName = fileName
        }
    }

    /// The original files, the main one first; at least one.
    public var resources: [Resource]
    /// The creation date; if nil, the date in the file, or else the file's modification date.
    public var creationDate: Date?
    /// The location; if nil, the location in the file.
    public var place: Coordinate?
    /// Whether the asset is created as a favorite.
    public var isFavorite: Bool
    /// Whether the asset is created hidden.
    public var isHidden: Bool

    /// Creates an asset from its files.
    public init(
        resources: [Resource], creationDate: Date? = nil, place: Coordinate? = nil, isFavorite: Bool = false,
        isHidden: Bool = false
    ) {
        self.resources = resources
        self.creationDate = creationDate
        self.place = place
        self.isFavorite = isFavorite
        self.isHidden = isHidden
    }

    /// A picture from its bytes: JPEG, HEIC, PNG, or another format that the library accepts.
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
