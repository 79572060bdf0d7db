#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// An asset in the index: a row of `asset`, or of `departed` (deleted assets).
struct AssetRecord: Hashable, Sendable {
    var row: Int64 = 0
    /// The folder of its main file.
    var folder: FolderID
    /// The bytes of its main file's name.
    var name: [UInt8]
    /// The name of its second file, in the same folder: a Live Photo's video, or the raw file of a picture.
    var pair: [UInt8]?
    var facts: AssetFacts
    /// The time of the main file's last change, in seconds since 2001.
    var modified: Double
    var isFavorite = false
    var isHidden = false
    /// Whether it represents its burst.
    var leads = false
    /// The version of the content, which changes with the file.
    var version: Int64
    /// The facts that the user has edited; the file's values do not replace them.
    var edited: EditedFacts = []

    /// Whether queries that do not mention hidden assets and bursts include it.
    var isShown: Bool { !isHidden && (facts.burst == nil || leads) }
}

/// The facts of an asset that the user has edited.
struct EditedFacts: OptionSet, Hashable, Sendable {
    let rawValue: Int64

    static let date = EditedFacts(rawValue: 1)
    static let place = EditedFacts(rawValue: 2)
}

/// The facts of an asset that its file contains.
struct AssetFacts: Hashable, Sendable {
    var type: MediaType
    var mediaSubtypes: MediaSubtypes = []
    /// The size of the upright picture in pixels.
    var size = PixelSize(width: 0, height: 0)
    /// Seconds since 2001; the lowest number if unknown, which sorts as the oldest.
    var created = AssetFacts.noDate
    var dateSource = DateSource.none
    var duration = 0.0
    var burst: String?
    var place: Coordinate?
    /// The rotation of the stored picture.
    var orientation = ImageOrientation.up
    var format: MetadataFormat
    /// The capture date in the file itself; nil if it has none.
    var clock: CameraClock?
    /// The identifier shared by the two files of a Live Photo.
    var contentIdentifier: String?
    /// The texts in the file by which a search finds it, folded; see ``SearchTexts``.
    var words = ""

    static let noDate = -Double.greatestFiniteMagnitude
}

extension AssetFacts {
    /// The date as the index sorts it.
    static func sortKey(of date: Date?) -> Double {
        guard let seconds = date?.timeIntervalSinceReferenceDate, !seconds.isNaN else { return noDate }
        return min(max(seconds, noDate), .greatestFiniteMagnitude)
    }

    /// The date of a sort key.
    static func date(of sortKey: Double) -> Date? {
        sortKey == noDate ? nil : Date(timeIntervalSinceReferenceDate: sortKey)
    }
}

/// A capture date as stated in a file, independent of the time zone of the computer that reads it.
struct CameraClock: Hashable, Sendable {
    /// The time that the camera's clock showed, in seconds since the beginning of 2001 by that clock.
    let seconds: Double
    /// The clock's offset in minutes east of Greenwich; nil if the file does not state it.
    let offset: Int?

    /// Whether two files have the same capture date.
    ///
    /// If both files state an offset, the instants are compared, otherwise the times that the clocks showed, since
    /// programs add an offset to a file that has none.
    func isSameTime(as other: CameraClock) -> Bool {
        var difference = seconds - other.seconds
        if let offset, let otherOffset = other.offset { difference -= Double((offset - otherOffset) * 60) }
        return abs(difference) < 1e-4
    }
}

/// The source of an asset's capture date.
public enum DateSource: Int64, Hashable, Sendable, CaseIterable {
    /// Unknown.
    case none
    /// The metadata of the picture, such as EXIF's original date.
    case metadata
    /// The container of a movie.
    case container
    /// The date of the file's last change, since the file contains no date.
    case file
    /// The user, by an edit.
    case user
    /// A file next to the picture: XMP, or Google Takeout's description.
    case sidecar

    /// Whether the date is that of the capture.
    var isOfCapture: Bool {
        switch self {
        case .metadata, .container, .user, .sidecar: true
        case .none, .file: false
        }
    }
}

extension AssetRecord {
    /// Adds a second file; with a video it becomes a Live Photo.
    mutating func pair(with name: [UInt8], isLive: Bool = true) {
        pair = name
        if isLive { facts.mediaSubtypes.insert(.livePhoto) }
    }

    /// The name of a Live Photo's video; nil for other assets.
    var pairedVideo: [UInt8]? { facts.mediaSubtypes.contains(.livePhoto) ? pair : nil }

    /// The name of the raw file of a picture; nil if there is none next to it.
    var rawFile: [UInt8]? { facts.mediaSubtypes.contains(.livePhoto) ? nil : pair }

    /// Adds the user data of its video, which has been an asset of its own; its own date and place stay.
    mutating func takeMarks(of video: AssetRecord) {
        isFavorite = isFavorite || video.isFavorite
        isHidden = isHidden || video.isHidden
        let new = video.edited.subtracting(edited)
        if new.contains(.date) {
            (facts.created, facts.dateSource) = (video.facts.created, video.facts.dateSource)
        }
        if new.contains(.place) { facts.place = video.facts.place }
        edited.formUnion(new)
    }
}

extension MetadataFormat {
    /// The uniform type identifier.
    var typeIdentifier: String {
        switch self {
        case .jpeg: "public.jpeg"
        case .png: "public.png"
        case .tiff: "public.tiff"
        case .webP: "org.webmproject.webp"
        case .heic: "public.heic"
        case .avif: "public.avif"
        case .quickTime: "com.apple.quicktime-movie"
        case .mp4: "public.mpeg-4"
        case .gif: "com.compuserve.gif"
        case .bmp: "com.microsoft.bmp"
        case .raw: "public.camera-raw-image"
        }
    }
}
#endif
