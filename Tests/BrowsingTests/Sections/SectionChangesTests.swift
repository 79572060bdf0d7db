import CameraRoll
import Foundation
import TestSupport
import Testing

@testable import CameraRollBrowsing

/// Sections follow changes of their list, and what they say leads a collection view from the old list to the new one.
@Suite struct SectionChangesTests {
    @Test(arguments: AssetSections.Unit.allCases, [true, false])
    func `Sections after random changes equal those made afresh`(unit: AssetSections.Unit, isOldestFirst: Bool) throws {
        var library = DatedLibrary(isOldestFirst: isOldestFirst, seed: 41)
        var sections = try library.sections(by: unit)
        for round in 0..<120 {
            let before = library.list
            let change = library.change()
            let changes = try #require(change)
            let list = library.list
            let (new, difference) = try sections.applying(changes) { list[$0].date }
            #expect(new == (try library.sections(by: unit)), "round \(round)")
            var view = NaiveCollectionView(items: sections.map { before[$0.range].map(\.id) })
            let found = try #require(difference)
            let wanted = new.map { list[$0.range].map(\.id) }
            view.perform(found, showing: wanted)
            let shown = view.items
            #expect(shown == wanted, "round \(round): \(found)")
            #expect(found.isAscending, "round \(round): \(found)")
            let changed = Set(changes.changed.map { list[$0].id })
            #expect(Set(found.reloads.compactMap(new.position).map { list[$0].id }) == changed)
            sections = new
        }
    }

    @Test func `Changes of sections are empty only if nothing of any kind changed`() {
        var kinds = [SectionChanges](repeating: SectionChanges(), count: 6)
        #expect(kinds[0].isEmpty)
        kinds[0].deletedSections = [0]
        kinds[1].insertedSections = [0]
        kinds[2].deletions = [[0, 0]]
        kinds[3].insertions = [[0, 0]]
        kinds[4].moves = [SectionChanges.Move(from: [0, 0], to: [0, 1])]
        kinds[5].reloads = [[0, 0]]
        #expect(kinds.allSatisfy { !$0.isEmpty })
    }

    @Test func `An asset whose date was edited changes its section without moving in the list`() throws {
        let calendar = SampleCalendars.calendar(.gregorian, "GMT")
        let day = 86_400.0
        let dates = [29, 30, 40].map { Date.firstOf2000.addingTimeInterval($0 * day) }
        let months = try AssetSections(of: dates, by: .month, in: calendar, isOldestFirst: true)
        let edited = try #require(ListChanges(reported: [], inserted: [], changed: [1], oldCount: 3, newCount: 3))
        let (new, difference) = try months.applying(edited) { _ in Date.firstOf2000.addingTimeInterval(31 * day) }
        #expect(new.map(\.range) == [0..<1, 1..<3])
        #expect(difference?.moves.map(\.from) == [[0, 1]])
        #expect(difference?.moves.map(\.to) == [[1, 0]])
        #expect(difference?.reloads == [[1, 0]])
    }

    // before: January 1 2 3, March 4          2 moves to February, 3 is deleted
    // after:  January 1, February 2, March 4
    @Test func `What moves out of a remaining section is deleted in order with what is deleted there`() throws {
        let calendar = SampleCalendars.calendar(.gregorian, "GMT")
        let dates = [1, 2, 3, 70].map { Date.firstOf2000.addingTimeInterval($0 * 86_400) }
        let months = try AssetSections(of: dates, by: .month, in: calendar, isOldestFirst: true)
        let list = try #require(ListChanges(reported: [2], inserted: [], changed: [1], oldCount: 4, newCount: 3))
        let (new, difference) = try months.applying(list) { _ in Date.firstOf2000.addingTimeInterval(40 * 86_400) }
        #expect(new.map(\.range) == [0..<1, 1..<2, 2..<3])
        #expect(difference?.insertedSections == [1])
        #expect(difference?.deletions == [[0, 1], [0, 2]])
    }

    @Test func `Dates that contradict the order of the list give no difference, and changes of another list an error`()
        throws
    {
        let dates = [10, 50, 90].map { Date.firstOf2000.addingTimeInterval($0 * 86_400) }
        let months = try AssetSections(of: dates, by: .month, isOldestFirst: true)
        let inserted = try #require(ListChanges(reported: [], inserted: [0], changed: [], oldCount: 3, newCount: 4))
        let (sections, difference) = try months.applying(inserted) { _ in .distantFuture }
        #expect(difference == nil)
        #expect(sections.assetCount == 4)
        let other = try #require(ListChanges(reported: [], inserted: [], changed: [], oldCount: 5, newCount: 5))
        #expect(throws: InvalidArgument.self) { try months.applying(other) { _ in nil } }
    }

    @Test func `A list that becomes empty loses all sections, and gets them back`() throws {
        let dates = [10, 50].map { Date.firstOf2000.addingTimeInterval($0 * 86_400) }
        let months = try AssetSections(of: dates, by: .month, isOldestFirst: true)
        let gone = try #require(ListChanges(reported: [0, 1], inserted: [], changed: [], oldCount: 2, newCount: 0))
        let (none, deleted) = try months.applying(gone) { _ in nil }
        #expect(none.isEmpty)
        #expect(deleted?.deletedSections == [0, 1])
        #expect(deleted?.deletions == [])
        let back = try #require(ListChanges(reported: [], inserted: [0, 1], changed: [], oldCount: 0, newCount: 2))
        let (again, inserted) = try none.applying(back) { dates[$0] }
        #expect(again == months)
        #expect(inserted?.insertedSections == [0, 1])
    }
}

extension SectionChanges {
    /// Whether each list is ascending, as documented.
    fileprivate var isAscending: Bool {
        let paths = [deletions, insertions, moves.map(\.to), reloads]
        return (paths.map { $0.map { [$0[0], $0[1]] } } + [deletedSections, insertedSections].map { $0.map { [$0] } })
            .allSatisfy { list in zip(list, list.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) } }
    }
}

/// Assets with dates in an order by date, and random changes.
private struct DatedLibrary {
    struct Asset: Hashable {
        let id: Int
        var date: Date?
    }

    private(set) var list: [Asset] = []
    private let isOldestFirst: Bool
    private var numbers: SeededNumbers
    private var nextID = 0
    private let calendar = SampleCalendars.calendar(.gregorian, "America/Sao_Paulo")

    init(isOldestFirst: Bool, seed: UInt64) {
        self.isOldestFirst = isOldestFirst
        numbers = SeededNumbers(seed: seed)
        for _ in 0..<20 { add() }
        sort()
    }

    func sections(by unit: AssetSections.Unit) throws -> AssetSections {
        try AssetSections(of: list.map(\.date), by: unit, in: calendar, isOldestFirst: isOldestFirst)
    }

    /// Inserts, deletes and edits some assets; an edit may change a date by much, by little, or not at all.
    mutating func change() -> ListChanges? {
        let old = list
        var edited: Set<Int> = []
        for _ in 0..<Int.random(in: 0...3, using: &numbers) where !list.isEmpty {
            list.remove(at: Int.random(in: 0..<list.count, using: &numbers))
        }
        for _ in 0..<Int.random(in: 0...3, using: &numbers) where !list.isEmpty {
            let index = Int.random(in: 0..<list.count, using: &numbers)
            edited.insert(list[index].id)
            switch Int.random(in: 0..<3, using: &numbers) {
            case 0: list[index].date = date()
            case 1: list[index].date?.addTimeInterval(.random(in: -40_000...40_000, using: &numbers))
            default: break
            }
        }
        for _ in 0..<Int.random(in: 0...3, using: &numbers) { add() }
        sort()
        return ChangingList.changes(from: old.map(\.id), to: list.map(\.id), changed: edited)
    }

    private mutating func add() {
        list.append(Asset(id: nextID, date: date()))
        nextID += 1
    }

    /// A date of some months of 2018, when the clock in São Paulo changed at midnight.
    private mutating func date() -> Date? {
        guard Int.random(in: 0..<8, using: &numbers) > 0 else { return nil }
        return Date(timeIntervalSince1970: .random(in: 1_538_000_000...1_547_000_000, using: &numbers))
    }

    private mutating func sort() {
        list.sort { left, right in
            let (first, second) = isOldestFirst ? (left, right) : (right, left)
            guard first.date != second.date else { return first.id < second.id }
            guard let date = second.date else { return false }
            return first.date.map { $0 < date } ?? true
        }
    }
}
