import CameraRoll
import CameraRollTesting
import SyntheticLibrary
import TestSupport
import Testing

/// The checks of libraries that have no editor, and change from outside.
@Suite struct OutsideConformanceTests {
    private static let needingEditor = ConformanceCheck.changes + ConformanceCheck.edits
    private static let applicable = ConformanceCheck.outsideChanges + ConformanceCheck.permission

    /// A library that cannot be edited, with one flaw or none.
    private static func subject(
        _ flaw: LivingFlaw?, end: BlockingGate, deadline: Duration = .seconds(3_600)
    ) -> LibrarySubject {
        let opened = Lock<SyntheticStore?>(nil)
        return LibrarySubject(deadline: deadline, change: { opened.withLock(\.self)?.changeAsOthersDo() }) {
            let (store, memory) = (
                SyntheticStore(assets: 70, seed: 4), FlawMemory(flaw, end: end, isEditable: false)
            )
            opened.withLock { $0 = store }
            return PhotoLibrarySource { context in
                try BrokenLivingLibrary(SyntheticBackend(store: store, context: context), memory)
            }
        }
    }

    @Test(arguments: applicable)
    func `A library passes that others change`(check: ConformanceCheck) async throws {
        #expect(try await check.run(Self.subject(nil, end: BlockingGate())) == .passed)
    }

    @Test(arguments: needingEditor)
    func `What needs an editor does not apply without one`(check: ConformanceCheck) async throws {
        let outcome = try await check.run(Self.subject(nil, end: BlockingGate()))
        #expect(outcome == .notApplicable("The library has no editor."))
    }

    @Test(arguments: ConformanceCheck.outsideChanges)
    func `Changes by others do not apply where the subject brings none`(check: ConformanceCheck) async throws {
        let outcome = try await check.run(LibrarySubject(deadline: .seconds(3_600)) { .synthetic(assets: 70, seed: 4) })
        #expect(outcome == .notApplicable("The subject brings no way to cause a change."))
    }

    @Test(arguments: LivingFlaw.allCases.filter { !$0.caughtOutside.isEmpty })
    func `A broken library fails without an editor`(flaw: LivingFlaw) async throws {
        let end = BlockingGate()
        defer { end.open() }
        for name in flaw.caughtOutside.prefix(Effort.of(1, full: .max)) {
            let check = try #require(Self.applicable.first { $0.name == name }, "no check '\(name)'")
            try await check.expectFailure(of: flaw.endlessWaits(in: name), "\(flaw)") { deadline in
                Self.subject(flaw, end: end, deadline: deadline)
            }
        }
    }

    @Test func `Every check of changes by others is failed by some broken library`() {
        let caught = Set(LivingFlaw.allCases.flatMap(\.caughtOutside))
        #expect(caught.isSuperset(of: ConformanceCheck.outsideChanges.map(\.name)))
    }

    @Test(arguments: ConformanceCheck.outsideChanges)
    func `A change that changes nothing is told at once, and no signal of it is waited for`(
        check: ConformanceCheck
    ) async throws {
        let failure = await #expect(throws: ConformanceFailure.self) {
            try await check.run(LibrarySubject(change: {}) { .synthetic(assets: 70, seed: 4) })
        }
        #expect(failure?.subject == "a fetch after the subject's 'change'")
        #expect(failure?.found == "the same")
    }

    @Test func `An error of a change is passed on`() async throws {
        let check = try #require(ConformanceCheck.outsideChanges.first)
        let refused = LibraryError.failed("change", reason: "not today")
        let failing = LibrarySubject(change: { throw refused }) { .synthetic(assets: 70, seed: 4) }
        await #expect(throws: refused) { try await check.run(failing) }
    }
}

extension SyntheticStore {
    /// Inserts an asset, deletes one and marks one, in one change.
    fileprivate func changeAsOthersDo() {
        change { contents in
            let ids = contents.assets.map(\.id)
            contents.edit(ids[ids.count / 2]) { $0.isFavorite.toggle() }
            contents.delete([ids[ids.count / 3]])
            _ = contents.insert(1)
        }
    }
}
