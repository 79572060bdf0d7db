#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// An asset as the index has it: a row of `asset`, or of `departed`.
struct AssetRecord: Hashable, Sendable {
    var row: Int64 = 0
    /// Where its main file lies.
    var folder: FolderID
    /// The bytes of its main file's name.
    var name: [UInt8]
    /// The name of a Live Photo's video, in the same folder.
    var pair: [UInt8]?
    var facts: AssetFacts
    /// When the main file was changed last, in seconds since 2001.
    var modified: Double
    var isFavorite = false
    var isHidden = false
    /// Whether it stands for its burst.
    var leads = false
    /// Changes with the file.
    var version: Int64
    /// What the user said of it, which no file contradicts.
    var edited: EditedFacts = []

    /// Whether a query finds it that says nothing of hidden assets and bursts.
    var isShown: Bool { !isHidden && (facts.burst == nil || leads) }
}

/// What the user said of an asset instead of its file.
struct EditedFacts: OptionSet, Hashable, Sendable {
    let rawValue: Int64

    static let date = EditedFacts(rawValue: 1)
    static let place = EditedFacts(rawValue: 2)
}

/// What a file says of the asset that it holds.
struct AssetFacts: Hashable, Sendable {
    var type: MediaType
    var subtypes: MediaSubtypes = []
    /// Pixels, upright.
    var size = PixelSize(width: 0, height: 0)
    /// Seconds since 2001; the least number where nobody knows, which sorts as the oldest.
    var created = AssetFacts.noDate
    var dateSource = DateSource.none
    var duration = 0.0
    var burst: String?
    var place: Place?
    /// How the stored picture is to be turned.
    var orientation = ImageOrientation.up
    var format: MetadataFormat
    /// What ties the two files of a Live Photo together.
    var contentIdentifier: String?

    static let noDate = -Double.greatestFiniteMagnitude
}

extension AssetFacts {
    /// The date as the index sorts it.
    static func sortKey(of date: Date?) -> Double {
        guard let seconds = date?.timeIntervalSinceReferenceDate, !seconds.isNaN else { return noDate }
        return min(max(seconds, noDate), .greatestFiniteMagnitude)
    }

    /// The date that a sort key stands for.
    static func date(of sortKey: Double) -> Date? {
        sortKey == noDate ? nil : Date(timeIntervalSinceReferenceDate: sortKey)
    }
}

/// Who says when an asset was taken.
public enum DateSource: Int64, Hashable, Sendable, CaseIterable {
    /// Nobody.
    case none
    /// The metadata of the picture, such as EXIF's original date.
    case metadata
    /// The container of a movie.
    case container
    /// Nobody within the file: it is when the file was changed last.
    case file
    /// The user, by an edit.
    case user
}
#endif
