import CameraRoll
import CameraRollTesting
import SyntheticLibrary
import Testing

/// The checks that every library must pass, on the synthetic one.
@Suite struct ConformanceTests {
    @Test(arguments: ConformanceCheck.reading + ConformanceCheck.paging)
    func `The synthetic library conforms`(check: ConformanceCheck) async throws {
        let outcome = try await check.run(LibrarySubject(deadline: .seconds(3_600)) { .synthetic(assets: 70, seed: 4) })
        #expect([.passed, .notApplicable("No album is listed with an exact count.")].contains(outcome))
    }
}
