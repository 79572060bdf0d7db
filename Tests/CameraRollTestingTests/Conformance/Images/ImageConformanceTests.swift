import CameraRoll
import CameraRollTesting
import SyntheticLibrary
import Testing

@Suite struct ImageConformanceTests {
    private static let contents = FixedContents.pictured
    /// The outcomes of checks of a source that decodes its images itself, and needs no object of the library.
    private static let passed: [ConformanceOutcome] = [
        .passed, .notApplicable("The source hands over no decodes."),
        .notApplicable("The library resolves nothing for images."),
    ]

    private static func subject(lane: ImageLane = .decodePool) -> LibrarySubject {
        LibrarySubject(deadline: .seconds(3_600)) {
            .fixed(contents.with(images: BrokenImageSource(contents.assets, lane: lane))).resolving
        }
    }

    @Test(arguments: ConformanceCheck.images, [ImageLane.decodePool, .library, .main])
    func `A good image source passes in every lane`(check: ConformanceCheck, lane: ImageLane) async throws {
        let outcome = try await check.run(Self.subject(lane: lane))
        #expect(lane == .decodePool ? Self.passed.contains(outcome) : outcome == .passed)
    }

    @Test(arguments: ConformanceCheck.images)
    func `A source that answers late, elsewhere and again passes`(check: ConformanceCheck) async throws {
        let source = RestlessImageSource(base: BrokenImageSource(Self.contents.assets, lane: .library))
        let subject = LibrarySubject(deadline: .seconds(3_600)) { .fixed(Self.contents.with(images: source)).resolving }
        #expect(try await check.run(subject) == .passed)
    }

    @Test(arguments: ConformanceCheck.images)
    func `Images of a plain colour pass`(check: ConformanceCheck) async throws {
        let contents = Self.contents.with(images: SolidColorImages(Self.contents.assets))
        let outcome = try await check.run(LibrarySubject(deadline: .seconds(3_600)) { .fixed(contents) })
        #expect(Self.passed.contains(outcome))
    }

    @Test(arguments: ConformanceCheck.images)
    func `The synthetic library's images pass`(check: ConformanceCheck) async throws {
        let subject = LibrarySubject(deadline: .seconds(3_600)) { .synthetic(assets: 300, seed: 4) }
        let outcome = try await check.run(subject)
        #expect((Self.passed + [.notApplicable("The library has no sounds.")]).contains(outcome))
    }

    @Test(arguments: ConformanceCheck.images)
    func `A source of no asset's images fails nothing`(check: ConformanceCheck) async throws {
        let contents = FixedContents(imageSource: BrokenImageSource([]))
        _ = try await check.run(LibrarySubject(deadline: .seconds(3_600)) { .fixed(contents) })
    }

    @Test(arguments: ImageFlaw.allCases)
    func `A broken image source fails`(flaw: ImageFlaw) async throws {
        let check = try #require(ConformanceCheck.images.first { $0.name == flaw.caughtBy })
        let source = Lock<BrokenImageSource?>(nil)
        let failure = try await check.expectFailure(
            of: flaw.endlessWaits, "\(flaw)", unending: { await source.withLock(\.self)?.waitUntilUnending($0) }
        ) { deadline in
            LibrarySubject(deadline: deadline) {
                let broken = BrokenImageSource(Self.contents.assets, flaw: flaw)
                source.withLock { $0 = broken }
                return .fixed(Self.contents.with(images: broken)).resolving
            }
        }
        guard !flaw.endlessWaits.isEmpty else { return }
        let broken = source.withLock(\.self)
        let endlessWaits = try #require(broken).endlessWaits
        #expect(endlessWaits.contains(failure?.subject ?? ""))
    }

    @Test func `Every check of images is failed by some broken source`() {
        #expect(Set(ImageFlaw.allCases.map(\.caughtBy)) == Set(ConformanceCheck.images.map(\.name)))
    }
}
