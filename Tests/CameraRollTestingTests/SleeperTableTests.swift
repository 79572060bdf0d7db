import Testing

@testable import CameraRollTesting

@Suite struct SleeperTableTests {
    private var table = SleeperTable<String>()

    @Test mutating func `Sleepers wake in the order of their deadlines, ties in the order of arrival`() {
        for (name, seconds) in [("c", 3), ("a1", 1), ("b", 2), ("a2", 1), ("late", 9)] {
            let id = table.announce()
            #expect(table.sleep(id, until: .seconds(seconds), name) == .sleep)
        }
        #expect(table.nextDeadline == .seconds(1))
        #expect(table.advance(to: .seconds(3)) == ["a1", "a2", "b", "c"])
        #expect(table.sleeping == 1)
    }

    @Test mutating func `A deadline that is over needs no sleep`() {
        _ = table.advance(to: .seconds(1))
        let id = table.announce()
        #expect(table.sleep(id, until: .seconds(1), "late") == .wakeAtOnce)
        #expect(table.sleeping == 0)
    }

    @Test(arguments: permutations(of: SleeperEvent.allCases))
    func `In every order of sleep, deadline and cancellation a sleeper ends exactly once`(events: [SleeperEvent]) {
        var table = SleeperTable<String>()
        let id = table.announce()
        var ends = 0
        for event in events {
            switch event {
            case .sleep: ends += table.sleep(id, until: .seconds(1), "s") == .sleep ? 0 : 1
            case .deadline: ends += table.advance(to: .seconds(1)).count
            case .cancel, .cancelAgain: ends += table.cancel(id) == nil ? 0 : 1
            }
        }
        #expect(ends == 1)
        #expect(table.sleeping == 0)
    }
}

enum SleeperEvent: CaseIterable, Sendable {
    case sleep, deadline, cancel, cancelAgain
}

func permutations<Element>(of elements: [Element]) -> [[Element]] {
    guard !elements.isEmpty else { return [[]] }
    return elements.indices.flatMap { index in
        var rest = elements
        let first = rest.remove(at: index)
        return permutations(of: rest).map { [first] + $0 }
    }
}
