#if FolderLibrary || canImport(Darwin)
import CameraRoll
import TestSupport
@testable import FolderLibrary
import Testing

/// Which callers share a scan.
struct ScanQueueStateTests {
    @Test func `A request for a full scan joins a waiting one, or a watched running one if that suffices`() {
        var book = ScanQueueState()
        #expect(book.admit(isWhole: true, joiningOneUnderWay: false) == .new(1))
        #expect(book.admit(isWhole: true, joiningOneUnderWay: false) == .joined(1))
        book.begin(1, isWatched: true)
        #expect(book.admit(isWhole: true, joiningOneUnderWay: true) == .joined(1))
        #expect(book.admit(isWhole: true, joiningOneUnderWay: false) == .new(2))
        // The later one sees more.
        #expect(book.admit(isWhole: true, joiningOneUnderWay: true) == .joined(2))
        book.end(1, .success(IndexingProgress()))
        book.begin(2, isWatched: false)
        #expect(book.admit(isWhole: true, joiningOneUnderWay: true) == .new(3))
    }

    @Test func `A running scan is not joined once the watch has lost a folder that it has passed`() {
        var book = ScanQueueState()
        _ = book.admit(isWhole: true, joiningOneUnderWay: true)
        // Nothing is lost before it begins.
        book.loseWatch(1)
        book.loseWatches()
        #expect(!book.hasBegun(1))
        book.begin(1, isWatched: true)
        #expect(book.hasBegun(1))
        #expect(book.admit(isWhole: true, joiningOneUnderWay: true) == .joined(1))
        book.loseWatch(1)
        #expect(book.admit(isWhole: true, joiningOneUnderWay: true) == .new(2))
        book.begin(2, isWatched: true)
        book.loseWatches()
        #expect(book.admit(isWhole: true, joiningOneUnderWay: true) == .new(3))
    }

    @Test func `A scan of some folders is not shared, and a scan without subscribers accepts no new ones`() {
        var book = ScanQueueState()
        #expect(book.admit(isWhole: false, joiningOneUnderWay: false) == .new(1))
        #expect(book.admit(isWhole: true, joiningOneUnderWay: true) == .new(2))
        #expect(book.admit(isWhole: true, joiningOneUnderWay: true) == .joined(2))
        #expect(book.leave(2) == .leaves)
        #expect(book.leave(2) == .endsScan)
        #expect(book.leave(2) == .none)
        #expect(book.admit(isWhole: true, joiningOneUnderWay: true) == .new(3))
    }

    @Test func `The status says what is under way, what is to come and how it ended`() {
        var book = ScanQueueState()
        var progress = IndexingProgress()
        progress.files = 7
        #expect(book.status == IndexingStatus())
        _ = book.admit(isWhole: true, joiningOneUnderWay: false)
        #expect(book.status.isLookingAtEverything && book.status.progress == nil)
        book.begin(1, isWatched: false)
        book.advance(1, to: progress)
        #expect(book.status.progress?.files == 7)
        _ = book.admit(isWhole: false, joiningOneUnderWay: false)
        book.end(1, .failure(.notEnoughSpace))
        #expect(!book.status.isLookingAtEverything && book.status.progress == nil)
        #expect(book.status.lastError == .notEnoughSpace)
        book.advance(1, to: progress)
        #expect(book.status.progress == nil)
        book.begin(2, isWatched: false)
        book.end(2, .success(progress))
        #expect(book.status.lastOutcome == .success(progress) && book.status.lastError == nil)
    }

    @Test(arguments: Effort.seeds(0..<20))
    func `In any order, each scan is wanted by the subscribers that have not left it`(
        seed: Int
    ) {
        var (book, random) = (ScanQueueState(), SystemChance(seed: seed))
        /// For each scan: whether whole, whether begun and watched, and its number of subscribers; nil once it has
        /// ended.
        var model: [(isWhole: Bool, isWatched: Bool?, members: Int)?] = [nil]
        for _ in 0..<300 {
            let alive = model.indices.filter { model[$0] != nil }
            let id = alive.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let (isWhole, joins) = (Bool.random(using: &random), Bool.random(using: &random))
                let fitting = alive.last { id in
                    guard isWhole, let scan = model[id], scan.isWhole, scan.members > 0 else { return false }
                    return scan.isWatched == nil || joins && scan.isWatched == true
                }
                let admission = book.admit(isWhole: isWhole, joiningOneUnderWay: joins)
                #expect(admission == fitting.map { .joined($0) } ?? .new(model.count))
                if let fitting { model[fitting]?.members += 1 } else { model.append((isWhole, nil, 1)) }
            case 1:
                guard model[id]?.isWatched == .some(nil) else { continue }
                let isWatched = Bool.random(using: &random)
                model[id]?.isWatched = isWatched
                book.begin(id, isWatched: isWatched)
            case 2:
                let members = model[id]?.members ?? 0
                #expect(book.leave(id) == (members > 1 ? .leaves : members == 1 ? .endsScan : .none))
                if members > 0 { model[id]?.members -= 1 }
            default:
                model[id] = nil
                book.end(id, .failure(.cancelled))
            }
            #expect(book.status.isLookingAtEverything == model.contains { $0?.isWhole == true })
        }
    }
}
#endif
