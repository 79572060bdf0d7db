import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// Iterators are values: a copy continues independently from the position at which it was made.
@Suite(.timeLimit(.hang)) struct CopiedIteratorTests {
    private let manual = ManualExecutor()

    @Test(arguments: [false, true])
    func `A copied iterator of pages and its original give the same pages, used in turn`(readsAhead: Bool) async throws
    {
        let subject = Subject(assets: 40)
        let all = try await subject.ids()
        let snapshot = try await subject.photos.snapshot(of: Subject.everything)
        var iterator = subject.photos.pages(of: snapshot, size: 10, readsAhead: readsAhead).makeAsyncIterator()
        _ = try await iterator.next()
        var copy = iterator
        var (original, copied): ([AssetID], [AssetID]) = ([], [])
        for _ in 0..<3 {
            original += try await iterator.next()?.assets.map(\.id) ?? []
            copied += try await copy.next()?.assets.map(\.id) ?? []
        }
        #expect(original == Array(all[10...]))
        #expect(copied == Array(all[10...]))
        let (end, endOfCopy) = (try await iterator.next(), try await copy.next())
        #expect(end == nil && endOfCopy == nil)
    }

    @Test func `A copied iterator of assets and its original give the same assets`() async throws {
        let subject = Subject(assets: 12)
        let all = try await subject.ids()
        let snapshot = try await subject.photos.snapshot(of: Subject.everything)
        var iterator = subject.photos.assets(of: snapshot, pageSize: 5).makeAsyncIterator()
        _ = try await iterator.next()
        var copy = iterator
        var (original, copied): ([AssetID], [AssetID]) = ([], [])
        while let asset = try await iterator.next() { original.append(asset.id) }
        while let asset = try await copy.next() { copied.append(asset.id) }
        #expect(original == Array(all[1...]))
        #expect(copied == Array(all[1...]))
    }

    /// Two copies of an iterator that has returned its first page, with the read of the second one queued on the
    /// executor.
    private func pair(of subject: Subject) async throws -> IteratorPair {
        let snapshot = try await manual.finish { try await subject.photos.snapshot(of: Subject.everything) }
        let pair = IteratorPair(subject.photos.pages(of: snapshot, size: 10, readsAhead: true))
        let begun = Task { try await pair.begin() }
        await manual.waitUntilEnqueued(1)
        manual.runNext()
        try await begun.value
        #expect(manual.waitingJobs == 1)
        return pair
    }

    // one reader                 the other                  the executor
    // ----------                 ---------                  ------------
    // has the first page                                    has the second queued
    //                            copies the iterator
    // waits for the second
    //                            waits for the second
    //                                                       reads it, for each
    // gets it
    //                            gets it
    @Test func `Copies that wait for the same page at the same time both get it`() async throws {
        let subject = Subject(SyntheticConfiguration(assets: 30, seed: 1), executor: manual.executor)
        let pair = try await pair(of: subject)
        let readers = [0, 1].map { number in Task { try await pair.next(number) } }
        // The page of the second copy is a separate read.
        await manual.waitUntilEnqueued(2)
        // However often a call is enqueued in a lane: one whose priority was raised has an entry in each.
        let offsets = try await manual.finish { [try await readers[0].value, try await readers[1].value] }
        #expect(offsets == [10, 10])
    }

    // one reader                 the other                  the executor
    // ----------                 ---------                  ------------
    // has the first page                                    has the second queued
    //                            copies the iterator
    // waits for the second
    // is canceled
    //                            waits for the second
    //                                                       reads it
    //                            gets it
    @Test func `A reader that is cancelled does not take the page of its copy away`() async throws {
        let subject = Subject(SyntheticConfiguration(assets: 30, seed: 1), executor: manual.executor)
        let pair = try await pair(of: subject)
        let cancelled = Task { try await pair.next(0) }
        // Before it waits, or while it does.
        cancelled.cancel()
        #expect(await cancelled.libraryError == .cancelled)
        #expect(try await manual.finish { try await pair.next(1) } == 10)
    }

    @Test func `A copied iterator of a snapshot's pages goes on behind an error of the other`() async throws {
        let subject = Subject(assets: 30)
        let snapshot = try await subject.photos.snapshot(of: Subject.everything)
        var iterator = subject.photos.pages(of: snapshot, size: 10).makeAsyncIterator()
        _ = try await iterator.next()
        var copy = iterator
        subject.store.faults.failingOperations = [.readAssets: "the disk is slow"]
        let error = await failure { () async throws(LibraryError) in try await iterator.next() }
        #expect(error == .failed("readAssets", reason: "the disk is slow"))
        subject.store.faults = .none
        #expect(try await copy.next()?.offset == 10)
    }
}

/// Two copies of one iterator, each used by a separate task.
private actor IteratorPair {
    private let pages: AssetPages
    private var iterators: [AssetPages.Iterator] = []

    init(_ pages: AssetPages) {
        self.pages = pages
    }

    /// Reads the first page, and makes the copies after it.
    func begin() async throws {
        var iterator = pages.makeAsyncIterator()
        _ = try await iterator.next()
        iterators = [iterator, iterator]
    }

    /// The offset of a copy's next page.
    func next(_ number: Int) async throws -> Int? {
        var iterator = iterators[number]
        let page = try await iterator.next()
        iterators[number] = iterator
        return page?.offset
    }
}
