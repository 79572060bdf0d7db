public import CameraRoll

/// The description that accompanies an asset's picture: badges for the eye, and the parts of a label for VoiceOver.
///
/// ```swift
/// let description = AssetDescription(of: asset, at: 12, of: 70_000, orderNumber: 3)
/// description.badges        // [.livePhoto, .favorite]
/// description.label         // kind, date, position, order number: phrases
/// ```
public struct AssetDescription: Hashable, Sendable {
    /// A mark on an asset's picture.
    public enum Badge: Hashable, Sendable, Identifiable {
        /// A Live Photo.
        case livePhoto
        /// A video or a sound, with its formatted playing time: `0:07`, `1:02:30`.
        case duration(String)
        /// A favorite.
        case favorite
        /// The original is being downloaded; the value is the fraction that has arrived.
        case downloading(Double)
        /// The picture is only in the cloud.
        case inCloud

        /// The identity of a badge among those of an asset; a download keeps the same one while it progresses.
        public enum ID: Hashable, Sendable {
            /// The badge of a Live Photo.
            case livePhoto
            /// The badge with a playing time.
            case duration
            /// The badge of a favorite.
            case favorite
            /// The badge of a download.
            case downloading
            /// The badge of a picture in the cloud.
            case inCloud
        }

        /// The identity among the badges of an asset.
        public var id: ID {
            switch self {
            case .livePhoto: .livePhoto
            case .duration: .duration
            case .favorite: .favorite
            case .downloading: .downloading
            case .inCloud: .inCloud
            }
        }
    }

    /// The asset; nil until its page has been read.
    public let asset: MediaAsset?
    /// The position of the asset in its list.
    public let position: Int
    /// The number of assets in the list.
    public let count: Int
    /// The number in the order of selection, from 1; nil if the asset is not selected, or order numbers are not shown.
    public let orderNumber: Int?
    /// The fraction of a download that has arrived; nil if nothing is being downloaded.
    public let progress: Double?
    /// Whether the picture could not be loaded.
    public let hasFailed: Bool
    /// Whether the picture is only in the cloud, and may not be downloaded.
    public let isInCloud: Bool

    /// Creates a description.
    public init(
        of asset: MediaAsset?, at position: Int, of count: Int, orderNumber: Int? = nil, progress: Double? = nil,
        hasFailed: Bool = false, isInCloud: Bool = false
    ) {
        self.asset = asset
        self.position = position
        self.count = count
        self.orderNumber = orderNumber
        self.progress = progress.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
        self.hasFailed = hasFailed
        self.isInCloud = isInCloud
    }

    /// Describes a cell: its asset, its order number, its download, and whether its picture is missing.
    ///
    /// - Parameter isNumbered: whether the order number is shown.
    @MainActor init(of cell: AssetCell, at position: Int, of count: Int, isNumbered: Bool = true) {
        self.init(
            of: cell.asset, at: position, of: count, orderNumber: isNumbered ? cell.orderNumber : nil,
            progress: cell.progress, hasFailed: cell.image.isFailed, isInCloud: cell.isInCloud)
    }

    /// The fraction of a download that is not complete; nil if nothing is being downloaded.
    public var download: Double? { progress.flatMap { $0 < 1 ? $0 : nil } }

    /// The marks on the picture, from the leading edge; none until the asset is known.
    public var badges: [Badge] {
        guard let asset else { return [] }
        var badges: [Badge] = []
        if asset.mediaSubtypes.contains(.livePhoto) { badges.append(.livePhoto) }
        if let seconds = asset.playingSeconds { badges.append(.duration(Self.clock(seconds))) }
        if asset.isFavorite { badges.append(.favorite) }
        if let download { badges.append(.downloading(download)) } else if isInCloud { badges.append(.inCloud) }
        return badges
    }

    /// The parts of the label for VoiceOver, in order: kind, playing time, date, favorite, position, selection.
    public var label: [Phrase] {
        var phrases = kindAndDate
        if position < .max { phrases.append(Phrase(.assetPosition, .number(position + 1), .number(count))) }
        if let orderNumber { phrases.append(Phrase(.assetSelectedNumber, .number(orderNumber))) }
        if let download { phrases.append(Phrase(.assetDownloading, .share(download))) }
        // This is not a failure: the picture would have to be downloaded.
        if isInCloud {
            phrases.append(Phrase(.assetInCloud))
        } else if hasFailed {
            phrases.append(Phrase(.assetFailed))
        }
        return phrases
    }

    /// The first parts of the label, without position and selection: for a picture by itself.
    public var kindAndDate: [Phrase] { asset.map(Self.phrases) ?? [] }

    private static func phrases(of asset: MediaAsset) -> [Phrase] {
        var phrases = [Phrase(asset.kindKey)]
        if let seconds = asset.playingSeconds { phrases.append(Phrase(.assetDuration, .seconds(seconds))) }
        if let date = asset.creationDate { phrases.append(Phrase(.assetMoment, .moment(date))) }
        if asset.isFavorite { phrases.append(Phrase(.assetFavorite)) }
        return phrases
    }

    /// A playing time as players show it: minutes and seconds, with hours if there are any.
    static func clock(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }
}

extension MediaAsset {
    /// The playing time in whole seconds, rounded; nil if nothing plays, or its time cannot be shown.
    fileprivate var playingSeconds: Int? {
        guard mediaType == .video || mediaType == .audio, duration.isFinite, (0..<1e9).contains(duration) else {
            return nil
        }
        return Int(duration.rounded())
    }

    fileprivate var kindKey: Phrase.Key {
        switch mediaType {
        case .video: .assetVideo
        case .audio: .assetAudio
        case .image: stillKey
        default: .assetOther
        }
    }

    private var stillKey: Phrase.Key {
        if mediaSubtypes.contains(.livePhoto) { return .assetLivePhoto }
        if mediaSubtypes.contains(.panorama) { return .assetPanorama }
        return mediaSubtypes.contains(.screenshot) ? .assetScreenshot : .assetPhoto
    }
}
