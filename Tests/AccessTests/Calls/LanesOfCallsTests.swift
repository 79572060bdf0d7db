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

    @Test func `Equal reads of one priority are served to their ends, one after the other`() async throws {
        for name in ["a", "b", "c"] { _ = try await start(name, slices: 3) }
        setup.manual.runAll()
        // The sixth turn goes to the one that has waited longest, which is the next one.
        #expect(notes.all == ["a 1", "a 2", "a 3", "b 1", "b 2", "c 1", "b 3", "c 2", "c 3"])
    }

    // "long" and "other"       "short"                  the executor
    // ------------------       ---------------          ------------
    // arrive                                            slice 1 of "long"
    //                          arrives
    //                                                   "short"
    //                                                   slice 2 of "long", …
    @Test func `A short read passes long ones of its own priority after one slice`() async throws {
        for name in ["long", "other"] { _ = try await start(name, slices: 4) }
        setup.manual.runNext()
        _ = try await start("short", slices: 2)
        setup.manual.runAll(limit: 3)
        #expect(notes.all == ["long 1", "short 1", "short 2", "long 2"])
        setup.manual.runAll()
    }

    @Test func `A read that is raised waits for those that have less left than itself`() async throws {
        let long = try await start("long", slices: 3)
        long.raise(to: .interactive)
        for name in ["a", "b"] { _ = try await start(name, slices: 2, priority: .high) }
        setup.manual.runAll(limit: 5)
        #expect(notes.all == ["a 1", "a 2", "b 1", "b 2", "long 1"])
        setup.manual.runAll()
        #expect(try await long.value() == 3)
    }

    @Test func `A read that is canceled between its slices takes no turn from the next one`() async throws {
        let first = try await start("a", slices: 3)
        _ = try await start("b", slices: 3)
        setup.manual.runNext()
        first.end(.cancelled)
        setup.manual.runAll()
        #expect(notes.all == ["a 1", "b 1", "b 2", "b 3"])
    }

    private func start(
        _ name: String, slices: Int, priority: TaskPriority = .medium
    ) async throws -> LibraryCall<NotedSlices> {
        let read = NotedSlices(slices, itemsPerSlice: 20) { [notes] in notes.append("\(name) \($0)") }
        return try await Task(priority: priority) { [setup] in try setup.access.start(read, as: "sliced") }.value
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
