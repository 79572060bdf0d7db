import CameraRollTesting
import Foundation
import Synchronization
import Testing

@testable import CameraRoll

@Suite struct LibraryAccessTests {
    @Test func `A read runs on the executor and gives its value`() async throws {
        let executor = LibraryExecutor(label: "reads")
        let access = LibraryAccess(.fixed(FixedContents(assets: [MediaAsset(id: "a")])), executor: executor)
        let (count, isOnExecutor) = try await access.read("count") { library in
            (try library.fetchAssets(.recents).count, executor.isIsolatingCurrentContext() == true)
        }
        #expect(count == 1)
        #expect(isOnExecutor)
        await access.close()
    }

    @Test func `What a read throws comes out as it is`() async {
        let access = LibraryAccess(.fixed(FixedContents()), executor: LibraryExecutor(label: "throws"))
        await #expect(throws: LibraryError.albumNotFound("x")) {
            try await access.read("throw") { library in try library.fetchAssets(.album("x")).count
            }
        }
        await access.close()
    }

    // A call that was given up takes up room until its turn has passed it by: or callers who try again and again at a
    // wedged library would fill the memory.
    @Test func `One call more than the limit is refused, and room is made by turns, not by giving up`() async throws {
        let door = ManualDoor(limits: LibraryAccess.Limits(callsInFlight: 2))
        let first = Task { try await door.read(1) }
        let second = Task { try await door.read(2) }
        await door.manual.waitForJobs(2)
        await #expect(throws: LibraryError.tooManyCalls(limit: 2)) { try await door.read(3) }
        first.cancel()
        #expect(await first.libraryError == .cancelled)
        await #expect(throws: LibraryError.tooManyCalls(limit: 2)) { try await door.read(3) }
        #expect(door.manual.runNext())
        let fourth = Task { try await door.read(4) }
        await door.manual.waitForJobs(2)
        door.manual.runAll()
        #expect(try await second.value == 2)
        #expect(try await fourth.value == 4)
    }

    @Test func `A library that cannot be opened is tried again by the next read`() async throws {
        struct Trouble: Error {}
        let attempts = Atomic(0)
        let factory = LibraryFactory { context in
            switch attempts.add(1, ordering: .relaxed).newValue {
            case 1: throw Trouble()
            case 2: throw LibraryError.failed("open", reason: "second")
            default: return FixedLibrary(FixedContents(), context: context)
            }
        }
        let access = LibraryAccess(factory, executor: LibraryExecutor(label: "trouble"))
        let read = { try await access.read("read") { library in 1 } }
        await #expect(throws: LibraryError.cannotOpen(reason: "Trouble()")) { try await read() }
        await #expect(throws: LibraryError.failed("open", reason: "second")) { try await read() }
        #expect(try await read() == 1)
        #expect(try await read() == 1)
        #expect(attempts.load(ordering: .relaxed) == 3)
        await access.close()
    }

    @Test func `After a shutdown of the executor reads are refused`() async {
        let executor = LibraryExecutor(label: "shut down")
        let access = LibraryAccess(.fixed(FixedContents()), executor: executor)
        await executor.shutdown()
        await #expect(throws: LibraryError.shutDown) {
            try await access.read("late") { library in 1 }
        }
        await access.close()
    }

    @Test func `Reads of many tasks all end, each with its own answer`() async throws {
        let access = LibraryAccess(.fixed(FixedContents()), executor: LibraryExecutor(label: "many reads"))
        let sum = try await withThrowingTaskGroup { group in
            for number in 0..<500 {
                let priority: TaskPriority = number % 2 == 0 ? .background : .high
                group.addTask(priority: priority) {
                    try await access.read("read") { library in number }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(sum == 500 * 499 / 2)
        await access.close()
    }

    #if os(Linux)
        // In a process of its own, since other tests have threads too.
        @Test func `10,000 reads at once need no more threads than one`() async {
            await #expect(processExitsWith: .success) {
                let access = LibraryAccess(.fixed(FixedContents()), executor: LibraryExecutor(label: "ten thousand"))
                let most = try await withThrowingTaskGroup { group in
                    for number in 0..<10_000 {
                        group.addTask {
                            try await access.read("read") { library in
                                number % 500 == 0 ? ProcessThreads.numbers.count : 0
                            }
                        }
                    }
                    return try await group.reduce(0, max)
                }
                #expect(most > 0, "the threads were counted")
                #expect(most <= ProcessInfo.processInfo.activeProcessorCount + 6, "\(most) threads")
            }
        }
    #endif
}
