import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

/// Lists that are cut off by a limit: untouched elements are gained or lost at the end.
@Suite struct LimitEdgeChangesTests {
    /// All elements before and after, of which a list shows the first ones.
    private struct Subject {
        let before: [Int]
        let after: [Int]
        let untouched: Set<Int>
        let limit: Int

        private var old: [Int] { Array(before.prefix(limit)) }
        private var new: [Int] { Array(after.prefix(limit)) }

        /// The error in the changes, if any.
        var complaint: String? {
            let touched = Set(before + after).subtracting(untouched).sorted()
            var located = touched.map { LocatedElement(old: old.firstIndex(of: $0), new: new.firstIndex(of: $0)) }
            let (oldCount, newCount) = (old.count, new.count)
            let tails = LimitEdgeChanges(of: located, oldCount: oldCount, newCount: newCount, limit: limit).elements
            located += tails
            let changes = IndexDifference(of: located, oldCount: oldCount, newCount: newCount).changes()
            let stayed = untouched.intersection(old).intersection(new)
            return ListPair(old: old, new: new, untouched: stayed).complaint(about: changes)
                .map { "\($0), with \(tails)" }
        }
    }

    private func check(_ subject: Subject) -> Bool {
        guard let complaint = subject.complaint else { return true }
        Issue.record("\(complaint): \(subject)")
        return false
    }

    @Test(arguments: 1...4)
    func `Every edit of up to four elements behind a limit leads to the new list`(limit: Int) {
        for count in 0...4 {
            for after in arrangements(of: Array(0..<4)) {
                for part in parts(of: after.filter { $0 < count }) where part == part.sorted() {
                    let before = Array(0..<count)
                    let subject = Subject(before: before, after: after, untouched: Set(part), limit: limit)
                    guard check(subject) else { return }
                }
            }
        }
    }

    @Test(arguments: Effort.seeds(0..<30 as Range<UInt64>))
    func `Random edits of a long series, at any limit`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let before = Array(0..<200).shuffled(using: &numbers)
        let touched = Set(before.filter { _ in Int.random(in: 0..<4, using: &numbers) == 0 })
        var after = before.filter { !touched.contains($0) }
        for element in touched.sorted() + Array(200..<230) where Bool.random(using: &numbers) {
            after.insert(element, at: .random(in: 0...after.count, using: &numbers))
        }
        let limit = Int.random(in: 1...260, using: &numbers)
        let untouched = Set(before).subtracting(touched)
        _ = check(Subject(before: before, after: after, untouched: untouched, limit: limit))
    }

    @Test func `What a limit does not explain is not made up`() {
        #expect(LimitEdgeChanges(of: [], oldCount: 2, newCount: 3, limit: 5).elements.isEmpty)
        #expect(LimitEdgeChanges(of: [], oldCount: 5, newCount: 5, limit: 5).elements.isEmpty)
    }

    @Test func `Each deletion before the cut brings one in, and each insertion drives one out`() {
        let deleted = LimitEdgeChanges(of: [LocatedElement(old: 0, new: nil)], oldCount: 3, newCount: 3, limit: 3)
        #expect(deleted.elements == [LocatedElement(old: nil, new: 2)])
        let inserted = LimitEdgeChanges(of: [LocatedElement(old: nil, new: 0)], oldCount: 3, newCount: 3, limit: 3)
        #expect(inserted.elements == [LocatedElement(old: 2, new: nil)])
    }
}
