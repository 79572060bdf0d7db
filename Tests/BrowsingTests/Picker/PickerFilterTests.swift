import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

@Suite struct PickerFilterTests {
    private static let types: [MediaType] = [.unknown, .image, .video, .audio, MediaType(rawValue: 9)]
    private static let subtypes: [MediaSubtypes] = [
        [], .livePhoto, .screenshot, [.livePhoto, .hdr], .highFrameRate, .timelapse, MediaSubtypes(rawValue: 1 << 10),
    ]

    /// An asset of each combination.
    private static let assets: [MediaAsset] = types.flatMap { type in
        subtypes.flatMap { subtypes in
            [nil, "burst"].map { burst in
                MediaAsset(
                    id: AssetID("\(type)-\(subtypes.rawValue)-\(burst ?? "")"), mediaType: type,
                    mediaSubtypes: subtypes, burstIdentifier: burst, representsBurst: burst != nil)
            }
        }
    }

    private static let simple: [PickerFilter] = [
        .images, .videos, .livePhotos, .screenshots, .slomoVideos, .bursts, .mediaType(MediaType(rawValue: 9)),
        .subtypes([]), .subtypes(MediaSubtypes(rawValue: 1 << 10)), .any([]), .all([]),
        .subtypes([.livePhoto, .timelapse]),
    ]

    /// Filters within filters: every pair of simple ones in each way, and their opposites.
    private static let nested: [PickerFilter] =
        simple + simple.map { .not($0) }
        + simple.flatMap { left in
            simple.flatMap { right in
                [.any([left, right]), .all([left, right]), .not(.any([left, right])), .all([left, .not(right)])]
            }
        }

    @Test func `The query of a filter has all assets that match, and only those if it says so`() {
        var wrong: [PickerFilter] = []
        for filter in Self.nested where !fits(filter) { wrong.append(filter) }
        #expect(wrong.isEmpty)
    }

    private func fits(_ filter: PickerFilter) -> Bool {
        var query = AssetQuery.all
        let isExact = filter.restrict(&query)
        return Self.assets.allSatisfy { asset in
            let isShown = !query.select(from: [asset]).isEmpty
            return isExact ? isShown == filter.matches(asset) : isShown || !filter.matches(asset)
        }
    }

    @Test(
        arguments: [
            PickerFilter.images, .videos, .livePhotos, .any([.livePhotos, .images]), .any([.images, .videos]),
            .not(.videos), .all([.images, .screenshots]), .any([.slomoVideos, .timelapseVideos]), .any([]),
        ])
    func `The usual filters need no check of single assets`(_ filter: PickerFilter) {
        var query = AssetQuery.all
        #expect(filter.restrict(&query))
    }

    @Test func `A filter offers no asset of a media type that this version does not know, unless it names the type`() {
        let newer = MediaAsset(id: "a", mediaType: MediaType(rawValue: 9))
        let filters: [PickerFilter] = [.not(.videos), .mediaType(MediaType(rawValue: 9)), .any([]), .all([])]
        #expect(filters.map { $0.matches(newer) } == [false, true, false, false])
    }

    @Test func `A filter that nothing matches shows an empty library, not a whole one`() async throws {
        var configuration = PickerConfiguration()
        configuration.filter = .all([.images, .videos])
        let subject = Subject(assets: 100)
        #expect(try await subject.photos.count(of: configuration.query) == 0)
    }

    @Test func `Invalid limits are refused when the session is made`() throws {
        let mistakes: [(String, (inout PickerConfiguration) -> Void)] = [
            ("selection limit -1", { $0.selectionLimit = -1 }),
            ("minimum of a selection 4", { ($0.selectionLimit, $0.minimumSelection) = (3, 4) }),
            ("maximum of concurrent loads 5", { $0.maximumConcurrentLoads = 5 }),
            ("maximum of bytes 0", { $0.maximumBytes = 0 }),
            ("maximum of media type 'video' -1", { $0.selectionLimitByMediaType = [.video: -1] }),
        ]
        for (mistake, change) in mistakes {
            var configuration = PickerConfiguration()
            change(&configuration)
            let error = #expect(throws: InvalidArgument.self) { try configuration.validate() }
            #expect(error.map { "\($0)".contains(mistake) } == true)
        }
    }
}
