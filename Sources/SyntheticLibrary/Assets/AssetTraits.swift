import CameraRoll

/// The traits of an asset from a hash; each uses its own bits, so that traits are independent.
struct AssetTraits {
    private let hash: UInt64
    /// A second hash, for the traits that only materializing needs.
    private var details: UInt64 { SeededHash.mix(hash) }
    /// A third hash, for the caption.
    var captionHash: UInt64 { SeededHash.mix(details) }

    init(hash: UInt64) {
        self.hash = hash
    }

    private func bits(_ shift: UInt64, _ width: UInt64, of hash: UInt64) -> UInt64 {
        hash >> shift & ((1 << width) - 1)
    }

    /// About 8 percent.
    var isVideo: Bool { bits(0, 8, of: hash) < 20 }
    /// About 3 percent.
    var isFavorite: Bool { bits(8, 8, of: hash) < 8 }
    /// About 1 percent.
    var isHidden: Bool { bits(16, 10, of: hash) < 10 }
    /// All except about 1 in 500.
    var hasDate: Bool { bits(26, 10, of: hash) >= 2 }
    /// The time of capture within its slot, 0 to 1.
    var fractionOfSlot: Double { Double(bits(36, 16, of: hash)) / 65_536 }

    func mediaSubtypes(isVideo: Bool, isInBurst: Bool) -> MediaSubtypes {
        guard !isInBurst else { return [] }
        let value = bits(52, 8, of: hash)
        return isVideo ? Self.videoSubtypes(value) : Self.imageSubtypes(value)
    }

    private static func imageSubtypes(_ value: UInt64) -> MediaSubtypes {
        switch value {
        case ..<70: .livePhoto
        case ..<90: [.livePhoto, .hdr]
        case ..<113: .screenshot
        case ..<118: .panorama
        case ..<150: .hdr
        case ..<165: .depthEffect
        default: []
        }
    }

    private static func videoSubtypes(_ value: UInt64) -> MediaSubtypes {
        switch value {
        case ..<20: .highFrameRate
        case ..<40: .timelapse
        case ..<60: .screenRecording
        case ..<75: .cinematic
        default: []
        }
    }
}

// MARK: - Details

extension AssetTraits {
    /// The EXIF orientation of the stored original, 1 to 8; most are upright or rotated by a quarter.
    var orientation: Int {
        switch bits(0, 8, of: details) {
        case ..<150: 1
        case ..<215: 6
        case ..<235: 3
        case ..<250: 8
        case let rare: [2, 4, 5, 7][Int(rare & 3)]
        }
    }

    /// Whether the original is only in the cloud; about 3 in 10.
    var isCloudOnly: Bool { bits(8, 8, of: details) < 77 }

    /// Seconds from creation to the last edit; most are never edited.
    var secondsToEdit: Double {
        bits(16, 4, of: details) == 0 ? Double(bits(20, 20, of: details)) : 0
    }

    /// Seconds from creation to the arrival in the library; one in four was taken by another device.
    var secondsToAdd: Double {
        bits(8, 2, of: details) == 0 ? Double(bits(10, 20, of: details)) : 0
    }

    /// Playing time of a video in seconds, 1 to 164.
    var playingTime: Double { 1 + Double(bits(20, 14, of: details)) / 100 }

    /// The place of capture: near one of eight cities; nil for about 3 in 10.
    var place: Coordinate? {
        guard let city = city.map({ Self.cities[$0] }) else { return nil }
        return Coordinate(
            latitude: city.latitude + Double(bits(51, 6, of: details)) / 640,
            longitude: city.longitude + Double(bits(57, 6, of: details)) / 640
        )
    }

    /// The number of the nearest city; nil without a place.
    var city: Int? { bits(40, 8, of: details) >= 77 ? Int(bits(48, 3, of: details)) : nil }

    /// The size as stored, before orientation is applied.
    func storedSize(isVideo: Bool, mediaSubtypes: MediaSubtypes) -> (width: Int, height: Int) {
        if mediaSubtypes.contains(.screenshot) { return (1170, 2532) }
        if mediaSubtypes.contains(.panorama) { return (8000 + Int(bits(20, 12, of: details)), 3000) }
        let isLarge = bits(34, 2, of: details) == 0
        if isVideo { return isLarge ? (3840, 2160) : (1920, 1080) }
        return isLarge ? (5712, 4284) : (4032, 3024)
    }

    private static let cities: [Coordinate] = [
        Coordinate(latitude: 37.77, longitude: -122.42), Coordinate(latitude: 52.52, longitude: 13.40),
        Coordinate(latitude: 31.23, longitude: 121.47), Coordinate(latitude: -33.87, longitude: 151.21),
        Coordinate(latitude: 64.15, longitude: -21.94), Coordinate(latitude: -22.91, longitude: -43.17),
        Coordinate(latitude: -17.71, longitude: 178.06), Coordinate(latitude: 28.61, longitude: 77.21),
    ]
}
