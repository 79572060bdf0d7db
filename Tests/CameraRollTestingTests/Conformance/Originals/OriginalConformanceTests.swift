import CameraRoll
import CameraRollTesting
import Testing

@Suite struct OriginalConformanceTests {
    private static let assets = FixedContents.pictured.assets

    @Test(arguments: ConformanceCheck.originals)
    func `Good originals pass`(check: ConformanceCheck) async throws {
        let contents = FixedContents.pictured.with(originals: BrokenOriginals(Self.assets))
        #expect(try await check.run(LibrarySubject(deadline: .seconds(3_600)) { .fixed(contents) }) == .passed)
    }

    @Test(arguments: ConformanceCheck.originals)
    func `A source of no asset's originals fails nothing`(check: ConformanceCheck) async throws {
        let contents = FixedContents(resourceSource: BrokenOriginals([]))
        _ = try await check.run(LibrarySubject(deadline: .seconds(3_600)) { .fixed(contents) })
    }

    @Test(arguments: OriginalFlaw.allCases)
    func `Broken originals fail`(flaw: OriginalFlaw) async throws {
        let end = BlockingGate()
        defer { end.open() }
        let contents = FixedContents.pictured.with(originals: BrokenOriginals(Self.assets, flaw: flaw, end: end))
        let check = try #require(ConformanceCheck.originals.first { $0.name == flaw.caughtBy })
        let waits = flaw == .neverEnds ? ["the originals of '"] : []
        try await check.expectFailure(of: waits, "\(flaw)") { LibrarySubject(deadline: $0) { .fixed(contents) } }
    }

    @Test func `Every check of originals is failed by some broken source`() {
        #expect(Set(OriginalFlaw.allCases.map(\.caughtBy)) == Set(ConformanceCheck.originals.map(\.name)))
    }
}
