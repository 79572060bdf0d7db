import CameraRoll
import CameraRollTesting
import SyntheticLibrary
import TestSupport
import Testing

@Suite struct LivingConformanceTests {
    // Some hundred checks at once on two cores: each waits long for its turn.
    private static let checks = ConformanceCheck.changes + ConformanceCheck.edits + ConformanceCheck.permission

    @Test(arguments: checks)
    func `The synthetic library passes`(check: ConformanceCheck) async throws {
        let subject = LibrarySubject(deadline: .seconds(3_600)) { .synthetic(assets: 70, seed: 4) }
        #expect(try await check.run(subject) == .passed)
    }

    @Test(arguments: checks)
    func `A recorded library passes`(check: ConformanceCheck) async throws {
        let outcome = try await check.run(
            LibrarySubject(deadline: .seconds(3_600)) { .synthetic(assets: 70, seed: 5).recorded(in: AccessLedger()) })
        #expect(outcome == .passed)
    }

    @Test(arguments: checks, [0, 1, 7])
    func `A library of few assets fails nothing`(check: ConformanceCheck, assets: Int) async throws {
        _ = try await check.run(LibrarySubject(deadline: .seconds(3_600)) { .synthetic(assets: assets) })
    }

    @Test(arguments: checks)
    func `A library that stays edited passes`(check: ConformanceCheck) async throws {
        let store = SyntheticStore(assets: Effort.of(70, full: 200), seed: 6)
        for _ in 0..<2 {
            #expect(try await check.run(LibrarySubject(deadline: .seconds(3_600)) { .synthetic(store) }) == .passed)
        }
    }

    @Test(arguments: checks)
    func `A library that prompts the user passes if the user always agrees`(check: ConformanceCheck) async throws {
        var configuration = SyntheticConfiguration(assets: 70, seed: 7)
        configuration.consent = .forEverything
        let store = SyntheticStore(configuration)
        let user = Task {
            while !Task.isCancelled {
                await store.waitUntilConsentIsAsked()
                store.answerConsent(true)
            }
        }
        defer { user.cancel() }
        #expect(try await check.run(LibrarySubject(deadline: .seconds(3_600)) { .synthetic(store) }) == .passed)
    }

    @Test(arguments: ConformanceCheck.edits)
    func `A library that lists albums twice passes the checks of edits`(check: ConformanceCheck) async throws {
        var configuration = SyntheticConfiguration(assets: 70, seed: 4)
        configuration.listsAlbumsTwice = true
        let store = SyntheticStore(configuration)
        #expect(try await check.run(LibrarySubject(deadline: .seconds(3_600)) { .synthetic(store) }) == .passed)
    }

    @Test(arguments: LivingFlaw.allCases)
    func `A broken library fails`(flaw: LivingFlaw) async throws {
        let end = BlockingGate()
        defer { end.open() }
        for name in flaw.caughtBy.prefix(Effort.of(1, full: .max)) {
            let check = try #require(Self.checks.first { $0.name == name }, "no check '\(name)'")
            try await check.expectFailure(of: flaw.endlessWaits(in: name), "\(flaw)") { deadline in
                LibrarySubject(deadline: deadline) {
                    let (store, memory) = (SyntheticStore(assets: 70, seed: 4), FlawMemory(flaw, end: end))
                    return PhotoLibrarySource { context in
                        try BrokenLivingLibrary(SyntheticBackend(store: store, context: context), memory)
                    }
                }
            }
        }
    }

    @Test func `Every check is failed by some broken library, and every flaw is caught`() {
        #expect(Set(LivingFlaw.allCases.flatMap(\.caughtBy)) == Set(Self.checks.map(\.name)))
        #expect(LivingFlaw.allCases.allSatisfy { !$0.caughtBy.isEmpty })
    }
}
