import Foundation
import Testing

@testable import SyntheticLibrary

struct ChangeJournalTests {
    private func rows(_ journal: ChangeJournal, since place: Int) -> [UInt32] {
        var rows: [UInt32] = []
        journal.forEach(since: place) { entry in
            if case .inserted(let row) = entry { rows.append(row) }
        }
        return rows
    }

    @Test(arguments: [0, 1, 2, 7, 100])
    func `A journal keeps its last entries, in their order`(limit: Int) {
        var journal = ChangeJournal(limit: limit)
        for number in 0..<20 {
            #expect(journal.end == number)
            journal.append(.inserted(UInt32(number)))
            for place in 0...number + 1 {
                let isKept = number + 1 - place <= limit
                #expect(journal.reaches(place) == isKept)
                if isKept { #expect(rows(journal, since: place) == (place..<number + 1).map { UInt32($0) }) }
            }
        }
    }

    @Test(arguments: [0, 1, 3, 10], 0..<12)
    func `What it was made to forget cannot be reached, and what follows can`(limit: Int, before: Int) {
        var journal = ChangeJournal(limit: limit)
        for number in 0..<before { journal.append(.inserted(UInt32(number))) }
        let place = journal.end
        journal.forget()
        #expect(!journal.reaches(place) && journal.reaches(journal.end) && journal.end > place)
        let start = journal.end
        for number in 0..<limit { journal.append(.inserted(UInt32(number))) }
        #expect(rows(journal, since: start) == (0..<limit).map { UInt32($0) })
    }

    @Test(arguments: [0, 1, 255, 256, 1 << 40, Int.max], [true, false])
    func `A place is read back from its bytes`(number: Int, isLimited: Bool) {
        let place = JournalPlace(number: number, isLimited: isLimited)
        #expect(JournalPlace(place.data) == place)
    }

    @Test(arguments: [
        [], [0], [2, 0, 0, 0, 0, 0, 0, 0, 0], [0, 255, 0, 0, 0, 0, 0, 0, 0], [UInt8](repeating: 0, count: 10),
    ])
    func `Other bytes are no place`(bytes: [UInt8]) {
        #expect(JournalPlace(Data(bytes)) == nil)
    }
}
