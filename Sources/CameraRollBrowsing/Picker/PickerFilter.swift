public import CameraRoll

/// Which assets a picker offers: Photos' `PHPickerFilter`.
///
/// ```swift
/// let filter = PickerFilter.any([.images, .livePhotos])
/// let stills = PickerFilter.all([.images, .not(.livePhotos)])
/// ```
///
/// A filter offers assets of the media types that this version knows, and of those that it names. An asset of a newer
/// type is offered only by a filter that names its type, not by ``not(_:)``; without a filter it is offered.
///
/// The list leaves out what a query can leave out. If no query can express a filter, the list contains other assets
/// too: ``PickerSession/isOffered(_:)`` tells them apart. They are not selected, nor is any asset that has not been
/// read: a tap, a drag or a range skips them, and its change reports ``AssetSelection/Refusal/notOffered(position:)``.
public indirect enum PickerFilter: Hashable, Sendable {
    /// The assets of a media type.
    case mediaType(MediaType)
    /// The assets with at least one of some traits.
    case subtypes(MediaSubtypes)
    /// The pictures of bursts.
    case bursts
    /// The assets that match at least one of several filters; none if there are no filters.
    case any([PickerFilter])
    /// The assets that match all of several filters; all assets if there are no filters.
    case all([PickerFilter])
    /// The assets that a filter does not offer.
    case not(PickerFilter)
}

extension PickerFilter {
    /// Still pictures, Live Photos included.
    public static let images = PickerFilter.mediaType(.image)
    /// Videos.
    public static let videos = PickerFilter.mediaType(.video)
    /// Live Photos.
    public static let livePhotos = PickerFilter.subtypes(.livePhoto)
    /// Screenshots.
    public static let screenshots = PickerFilter.subtypes(.screenshot)
    /// Panoramas.
    public static let panoramas = PickerFilter.subtypes(.panorama)
    /// Pictures with depth data.
    public static let depthEffectPhotos = PickerFilter.subtypes(.depthEffect)
    /// Cinematic videos.
    public static let cinematicVideos = PickerFilter.subtypes(.cinematic)
    /// Videos with a high frame rate.
    public static let slomoVideos = PickerFilter.subtypes(.highFrameRate)
    /// Time lapses.
    public static let timelapseVideos = PickerFilter.subtypes(.timelapse)
    /// Pictures and videos with depth for two eyes.
    public static let spatialMedia = PickerFilter.subtypes(.spatial)
    /// Screen recordings.
    public static let screenRecordings = PickerFilter.subtypes(.screenRecording)

    /// Whether a picker offers an asset.
    ///
    /// - Complexity: O(n) in the number of filters within this one.
    public func matches(_ asset: MediaAsset) -> Bool {
        MediaType.known.union(namedTypes).contains(asset.mediaType) && holds(for: asset)
    }

    private func holds(for asset: MediaAsset) -> Bool {
        switch self {
        case .mediaType(let type): asset.mediaType == type
        case .subtypes(let subtypes):
            !asset.mediaSubtypes.isDisjoint(with: subtypes)
                && (subtypes.impliedTypes?.contains(asset.mediaType) ?? true)
        case .bursts: asset.burstIdentifier != nil
        case .any(let filters): filters.contains { $0.holds(for: asset) }
        case .all(let filters): filters.allSatisfy { $0.holds(for: asset) }
        case .not(let filter): !filter.holds(for: asset)
        }
    }

    /// The media types that the filter names.
    private var namedTypes: Set<MediaType> {
        switch self {
        case .mediaType(let type): [type]
        case .subtypes, .bursts: []
        case .any(let filters), .all(let filters): filters.reduce(into: []) { $0.formUnion($1.namedTypes) }
        case .not(let filter): filter.namedTypes
        }
    }
}

extension MediaType {
    /// The media types that this version knows.
    fileprivate static let known: Set<MediaType> = [.unknown, .image, .video, .audio]
}

extension MediaSubtypes {
    private static let ofImages: MediaSubtypes = [.panorama, .hdr, .screenshot, .livePhoto, .depthEffect]
    private static let ofVideos: MediaSubtypes = [
        .streamedVideo, .highFrameRate, .timelapse, .screenRecording, .cinematic,
    ]

    /// The media types of assets that can have one of these traits; nil if a trait is unknown.
    fileprivate var impliedTypes: Set<MediaType>? {
        guard subtracting(Self.ofImages).isSubset(of: Self.ofVideos) else { return nil }
        var types: Set<MediaType> = []
        if !isDisjoint(with: Self.ofImages) { types.insert(.image) }
        if !isDisjoint(with: Self.ofVideos) { types.insert(.video) }
        return types
    }
}

// MARK: - As a query

extension PickerFilter {
    /// The narrowest query of a library that includes all assets of a filter.
    struct Reach: Equatable {
        /// The media types; empty if nothing matches.
        var types: Set<MediaType>
        /// The traits, of which an asset has at least one; nil if they do not matter.
        var subtypes: MediaSubtypes?
        /// Whether the query includes no other assets.
        var isExact = true
    }

    /// Restricts a query to the filter, as far as possible.
    ///
    /// - Returns: whether all assets of the query match; if not, the picker checks them one by one.
    func restrict(_ query: inout AssetQuery) -> Bool {
        let reach = reach(among: MediaType.known.union(namedTypes))
        guard !reach.types.isEmpty, reach.subtypes != [] else {
            query.scope = .identifiers([])
            return true
        }
        query.mediaTypes = reach.types
        query.mediaSubtypes = reach.subtypes ?? []
        return reach.isExact
    }

    /// The narrowest query, among some media types.
    func reach(among types: Set<MediaType>) -> Reach {
        switch self {
        case .mediaType(let type): Reach(types: types.intersection([type]))
        case .subtypes(let subtypes):
            Reach(types: subtypes.impliedTypes?.intersection(types) ?? types, subtypes: subtypes)
        case .bursts: Reach(types: types, isExact: false)
        case .any(let filters): filters.map { $0.reach(among: types) }.reduce(Reach(types: [])) { $0.union($1) }
        case .all(let filters):
            filters.map { $0.reach(among: types) }.reduce(Reach(types: types)) { $0.intersection($1) }
        case .not(let filter): filter.reach(among: types).complement(among: types)
        }
    }
}

extension PickerFilter.Reach {
    /// Whether the query includes no assets.
    private var isEmpty: Bool { types.isEmpty || subtypes == [] }

    func union(_ other: Self) -> Self {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let isExact = isExact && other.isExact
        guard let left = subtypes, let right = other.subtypes else {
            let wholeTypes = subtypes == nil ? types : []
            let otherWholeTypes = other.subtypes == nil ? other.types : []
            let whole = wholeTypes.union(otherWholeTypes)
            let all = types.union(other.types)
            return Self(types: all, subtypes: nil, isExact: isExact && whole == all)
        }
        return Self(
            types: types.union(other.types), subtypes: left.union(right),
            isExact: isExact && (types == other.types || left == right))
    }

    func intersection(_ other: Self) -> Self {
        let both = types.intersection(other.types)
        let isExact = isExact && other.isExact
        guard let left = subtypes, let right = other.subtypes else {
            return Self(types: both, subtypes: subtypes ?? other.subtypes, isExact: isExact)
        }
        // An asset needs one trait of each list: the shorter list alone expresses that only if it is part of the other.
        let (least, most) = left.isSubset(of: right) ? (left, right) : (right, left)
        return Self(types: both, subtypes: least, isExact: isExact && least.isSubset(of: most))
    }

    func complement(among all: Set<MediaType>) -> Self {
        guard isExact else { return Self(types: all, isExact: false) }
        if isEmpty { return Self(types: all) }
        guard subtypes != nil else { return Self(types: all.subtracting(types)) }
        return Self(types: all, isExact: false)
    }
}
