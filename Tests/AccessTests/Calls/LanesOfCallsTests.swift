import CameraRollTesting
import CoreTestSupport
import Testing

@testable import CameraRoll

@Suite struct LanesOfCallsTests {
    private let setup = ManualSetup()
    private let notes = Notes<String>()

    // "index", in the          "page", urgent           the executor
    // background
    // --------------           --------------           ------------
    // arrives                                           slice 1 of "index"
    //                          arrives
    //                                                   "page"
    //                                                   slice 2 of "index", …
    @Test func `An urgent read overtakes a long one between two of its slices`() async throws {
        let index = background("index", slices: 3)
        await setup.manual.waitUntilEnqueued(1)
        let other = background("other", slices: 1)
        await setup.manual.waitUntilEnqueued(2)
        setup.manual.runNext()
        let page = urgent("page")
        await setup.manual.waitUntilEnqueued(3)
        setup.manual.runNext()
        #expect(try await page.value == 0)
        #expect(notes.all == ["index 1", "page"])
        setup.manual.runAll()
        #expect(try await index.value == 3)
        #expect(try await other.value == 1)
        #expect(notes.all == ["index 1", "page", "other 1", "index 2", "index 3"])
    }

    // "index", in the          an urgent task           the executor
    // background
    // --------------           ---------------          ------------
    // arrives
    //                          "page" of the middle arrives
    //                          awaits "index"
    //                                                   "index", then "page"
    @Test func `A read becomes as urgent as the task that awaits it`() async throws {
        let index = background("index", slices: 1)
        await setup.manual.waitUntilEnqueued(1)
        let page = Task(priority: .medium) { [setup, notes] in
            try await setup.access.read("page") { _ in notes.append("page") }
        }
        await setup.manual.waitUntilEnqueued(2)
        let urgent = Task(priority: .high) { try await index.value }
        // The call is now queued in the urgent lane as well.
        await setup.manual.waitUntilEnqueued(3)
        setup.manual.runAll()
        #expect(try await urgent.value == 1)
        try await page.value
        #expect(notes.all == ["index 1", "page"])
    }

    // "index", in the          an urgent task           the executor
    // background
    // --------------           ---------------          ------------
    // is started
    //                          awaits "index"
    // is waited for
    //                                                   "index", then "page"
    @available(macOS 26, iOS 26, tvOS 26, visionOS 26, macCatalyst 26, *)
    @Test func `A read is as urgent as its task was before it waited`() async throws {
        let (started, raised) = (Gate(), Gate())
        let index = Task(priority: .background) { [setup, notes] in
            let pending = try setup.access.start(SingleRead { _ in notes.append("index") }, as: "index")
            await withTaskPriorityEscalationHandler {
                started.open()
                await raised.wait()
            } onPriorityEscalated: { _, _ in
                raised.open()
            }
            try await pending.value()
        }
        await started.wait()
        let page = Task(priority: .medium) { [setup, notes] in
            try await setup.access.read("page") { _ in notes.append("page") }
        }
        await setup.manual.waitUntilEnqueued(2)
        let urgent = Task(priority: .high) { try await index.value }
        await setup.manual.waitUntilEnqueued(3)
        setup.manual.runAll()
        try await urgent.value
        try await page.value
        #expect(notes.all == ["index", "page"])
    }

    @Test func `Without other waiting jobs a read takes all its slices in one turn`() async throws {
        let index = background("index", slices: 50)
        await setup.manual.waitUntilEnqueued(1)
        #expect(setup.manual.runAll() == 1)
        #expect(try await index.value == 50)
    }

    @Test func `A background read goes on while urgent ones never end`() async throws {
        let index = background("index", slices: 2)
        await setup.manual.waitUntilEnqueued(1)
        var pages: [Task<Int, any Error>] = []
        for number in 0..<80 {
            pages.append(urgent("page"))
            await setup.manual.waitUntilEnqueued(number + 2)
        }
        setup.manual.runAll()
        for page in pages { _ = try await page.value }
        #expect(try await index.value == 2)
        let places = notes.all.indices.filter { notes.all[$0].hasPrefix("index") }
        // Each time 32 pages go first; then the index is served.
        #expect(places == [32, 65])
    }

    @Test func `Reads of one priority run in the order they came in`() async throws {
        var reads: [Task<Int, any Error>] = []
        for number in 0..<20 {
            reads.append(background("read \(number)", slices: 1))
            await setup.manual.waitUntilEnqueued(number + 1)
        }
        setup.manual.runAll()
        for read in reads { _ = try await read.value }
        #expect(notes.all == (0..<20).map { "read \($0) 1" })
    }

    private func background(_ name: String, slices: Int) -> Task<Int, any Error> {
        Task(priority: .background) {
            try await setup.access.perform("sliced", NotedSlices(slices) { notes.append("\(name) \($0)") })
        }
    }

    private func urgent(_ name: String) -> Task<Int, any Error> {
        Task(priority: .high) {
            try await setup.access.read("urgent") { library in
                notes.append(name)
                return 0
            }
        }
    }
}
