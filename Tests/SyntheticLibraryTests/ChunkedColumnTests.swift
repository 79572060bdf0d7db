import Testing

@testable import SyntheticLibrary

struct ChunkedColumnTests {
    @Test(arguments: [0, 1, 1023, 1024, 1025, 5000])
    func `A column holds what a plain array holds`(count: Int) {
        var plain = (0..<count).map { $0 }
        var column = ChunkedColumn(count: count) { $0 }
        for step in 0..<1500 {
            plain.append(-step)
            column.append(-step)
        }
        for position in stride(from: 0, to: plain.count, by: 7) {
            plain[position] += 1
            column[position] += 1
        }
        #expect(column.count == plain.count)
        #expect((0..<plain.count).map { column[$0] } == plain)
    }

    @Test func `A copy does not see what is changed later`() {
        var column = ChunkedColumn(count: 3000) { $0 }
        let copy = column
        column[1500] = -1
        column.append(7)
        #expect(copy.count == 3000 && copy[1500] == 1500)
    }

    @Test func `A column of dates takes little more than the dates`() {
        let column = ChunkedColumn(count: 100_000) { Double($0) }
        #expect(column.memoryFootprint < 100_000 * 9)
    }
}
