import CameraRoll
import CameraRollTesting
import Observation
import SyntheticLibrary
import TestSupport
import Testing

@Suite(.timeLimit(.hang)) @MainActor struct WaitUntilTests {
    @MainActor @Observable final class Model {
        var number = 0
        @ObservationIgnored private(set) var looks = 0
        /// Opened by one look after the other.
        @ObservationIgnored let looked = [Gate(), Gate(), Gate()]

        /// Whether the number is 2.
        func isTwo() -> Bool {
            looked.dropFirst(looks).first?.open()
            looks += 1
            return number == 2
        }
    }

    private let model = Model()

    @Test func `A condition that is true is not waited for`() async {
        model.number = 2
        await waitUntil { model.isTwo() }
        #expect(model.looks == 1)
    }

    // the waiting task              the test
    // ----------------              --------
    // looks: 0
    //                               sets 1
    // looks again: 1
    //                               sets 2
    // looks again: 2, and returns
    @Test func `A wait looks again after each change, and ends once its condition is true`() async {
        let wait = Task { await waitUntil { model.isTwo() } }
        await model.looked[0].wait()
        model.number = 1
        await model.looked[1].wait()
        model.number = 2
        await wait.value
        #expect(model.looks == 3)
    }

    @Test func `A cancelled task stops waiting`() async {
        let wait = Task { await waitUntil { model.isTwo() } }
        await model.looked[0].wait()
        wait.cancel()
        await wait.value
        #expect(model.looks == 1)
    }

    // the test                      the library
    // --------                      -----------
    // runs jobs, none waits
    //                               two reads arrive, one after the other
    // runs both, and returns
    @Test func `A manual executor runs jobs as they arrive, until a condition is true`() async throws {
        let manual = ManualExecutor()
        let access = LibraryAccess(.synthetic(assets: 1), executor: manual.executor, limits: .untimed)
        let reader = Task { [model] in
            for _ in 0..<2 {
                try await access.read("read") { _ in }
                model.number += 1
            }
        }
        await manual.run { model.isTwo() }
        try await reader.value
        #expect(manual.waitingJobs == 0)
    }

    @Test func `A canceled wait for a condition ends, and so does the running of jobs`() async {
        let manual = ManualExecutor()
        let wait = Task { await manual.run { model.isTwo() } }
        await model.looked[0].wait()
        wait.cancel()
        await wait.value
        #expect(model.number == 0)
    }
}
