import CameraRoll
import CameraRollTesting
import Synchronization
import TestSupport
import Testing

@Suite struct ConformanceCheckTests {
    private static let openings = Atomic(0)

    @Test(arguments: ConformanceCheck.all)
    func `A good library passes what it has, and the rest does not apply`(check: ConformanceCheck) async throws {
        let outcome = try await check.run(LibrarySubject(deadline: .seconds(3_600)) { .fixed(.sample) })
        let applicable =
            ConformanceCheck.reading + ConformanceCheck.paging + ConformanceCheck.sections + ConformanceCheck.search
            + ConformanceCheck.permission
        let needsChanges = check.name == "A library that opens again tells of its changes"
        #expect((outcome == .passed) == (applicable.contains { $0.name == check.name } && !needsChanges))
    }

    @Test(arguments: ConformanceCheck.all)
    func `An empty library fails nothing`(check: ConformanceCheck) async throws {
        _ = try await check.run(LibrarySubject(deadline: .seconds(3_600)) { .fixed(FixedContents()) })
    }

    @Test(arguments: ConformanceCheck.all)
    func `A library that sorts by dates only fails nothing`(check: ConformanceCheck) async throws {
        _ = try await check.run(
            LibrarySubject(deadline: .seconds(3_600)) {
                PhotoLibrarySource.fixed(.sample).wrapping { DatedLibrary($0) }
            })
    }

    @Test(arguments: Flaw.allCases)
    func `A broken library fails`(flaw: Flaw) async throws {
        let subject = LibrarySubject(deadline: .seconds(3_600)) {
            PhotoLibrarySource { context in
                let opening = Self.openings.add(1, ordering: .relaxed).newValue
                return BrokenLibrary(FixedLibrary(.sample, context: context), flaw: flaw, name: "opening \(opening)")
            }
        }
        for name in flaw.caughtBy.prefix(Effort.of(1, full: .max)) {
            let check = try #require(ConformanceCheck.all.first { $0.name == name })
            let failure = await #expect(throws: ConformanceFailure.self, "\(flaw) passes '\(name)'") {
                try await check.run(subject)
            }
            #expect(failure?.check == name)
        }
    }

    @Test func `Every check is failed by some broken library, and every flaw is caught`() {
        let caught = Set(Flaw.allCases.flatMap(\.caughtBy))
        // The checks of images and originals have their own flaws.
        let checks =
            ConformanceCheck.reading + ConformanceCheck.paging + ConformanceCheck.sections + ConformanceCheck.search
        #expect(caught == Set(checks.map(\.name)))
        #expect(Flaw.allCases.allSatisfy { !$0.caughtBy.isEmpty })
    }

    @Test func `The names of the checks differ`() {
        #expect(Set(ConformanceCheck.all.map(\.name)).count == ConformanceCheck.all.count)
        #expect(ConformanceCheck.all.allSatisfy { $0.description == $0.name })
    }

    @Test func `A failure says what was expected and what was found`() async {
        let subject = LibrarySubject(deadline: .seconds(3_600)) {
            PhotoLibrarySource { context in
                BrokenLibrary(FixedLibrary(.sample, context: context), flaw: .listsTwice, name: "")
            }
        }
        let check = ConformanceCheck.reading.first { $0.name == "Albums are listed each once" }
        let failure = await #expect(throws: ConformanceFailure.self) { try await check?.run(subject) }
        #expect(
            failure?.description
                == "'Albums are listed each once' does not hold for the number of albums listed: expected 4, found 5.")
    }

    @Test func `A library that cannot be opened fails with its own error`() async {
        let refused = LibraryError.cannotOpen(reason: "not today")
        let subject = LibrarySubject(deadline: .seconds(3_600)) { PhotoLibrarySource { _ in throw refused } }
        // These do not open it if the subject provides no way to change it or to select assets.
        let others = Set((ConformanceCheck.outsideChanges + ConformanceCheck.limitedAccess).map(\.name))
        for check in ConformanceCheck.all where !others.contains(check.name) {
            await #expect(throws: refused) { try await check.run(subject) }
        }
    }

    @Test func `A report tells what passed from what does not apply, and why`() async throws {
        let names = ["Albums are listed each once", "An original reads the same each time"]
        let checks = ConformanceCheck.all.filter { names.contains($0.name) }
        let subject = LibrarySubject(deadline: .seconds(3_600)) { .fixed(.sample) }
        let report = try await ConformanceCheck.report(on: subject, checks: checks)
        #expect(report.passed == [names[0]])
        #expect(report.notApplicable == [names[1]: "The library offers no original data."])
        #expect(report.failures.isEmpty)
        #expect(!report.isComplete)
        #expect(
            report.description
                == """
                0 failed, 1 passed, 1 not applicable
                not applicable: The library offers no original data. ('An original reads the same each time')
                """)
    }

    @Test func `A report goes on after a failure`() async throws {
        let subject = LibrarySubject(deadline: .seconds(3_600)) {
            PhotoLibrarySource { context in
                BrokenLibrary(FixedLibrary(.sample, context: context), flaw: .listsTwice, name: "")
            }
        }
        let report = try await ConformanceCheck.report(on: subject, checks: ConformanceCheck.reading)
        #expect(Array(report.failures.keys) == ["Albums are listed each once"])
        #expect(report.passed.count == ConformanceCheck.reading.count - 1)
        let lines = report.description.split(separator: "\n")
        try #require(lines.count > 1)
        #expect(lines[1].hasPrefix("failed: 'Albums are listed each once' does not hold for the number"))
        #expect(report.description.ranges(of: "'Albums are listed each once'").count == 1)
    }

    @Test func `Checks that do not apply for one reason are one line of a report`() async throws {
        let report = try await ConformanceCheck.report(
            on: LibrarySubject(deadline: .seconds(3_600)) { .fixed(.sample) }, checks: ConformanceCheck.outsideChanges)
        #expect(
            report.description == """
                0 failed, 0 passed, 7 not applicable
                not applicable: The subject brings no way to cause a change. (7 checks)
                """)
    }
}

/// A library that sorts by creation date only.
private final class DatedLibrary: ForwardingLibrary {
    override var sortKeys: Set<AssetSort.Key> { [.creationDate] }

    override func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        guard query.order.allSatisfy({ $0.key == .creationDate }) else {
            throw .failed("fetchAssets", reason: "it sorts by dates only")
        }
        return try super.fetchAssets(query)
    }
}
