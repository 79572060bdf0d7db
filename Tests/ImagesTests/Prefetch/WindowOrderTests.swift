import CoreTestSupport
import Testing

@testable import CameraRoll

struct WindowOrderTests {
    @Test func `Visible comes first, then what lies ahead, then what lies behind, each the nearest first`() {
        let forward = WindowOrder(of: [0..<10], visible: 4..<6, direction: .forward)
        #expect(Array(forward) == [4, 5, 6, 7, 8, 9, 3, 2, 1, 0])
        let backward = WindowOrder(of: [0..<10], visible: 4..<6, direction: .backward)
        #expect(Array(backward) == [5, 4, 3, 2, 1, 0, 6, 7, 8, 9])
    }

    @Test func `What was started before is passed over`() {
        let started = WindowDifference(from: 3..<6, to: 2..<9, direction: .forward).started
        #expect(Array(WindowOrder(of: started, visible: 4..<7, direction: .forward)) == [6, 7, 8, 2])
    }

    @Test(arguments: WindowDirection.allCases)
    func `The order is that of the distance, for every window, old window and screen`(direction: WindowDirection) {
        let windows = ranges(upTo: 6)
        for old in windows {
            for new in windows {
                let started = WindowDifference(from: old, to: new, direction: direction).started
                for visible in windows {
                    let order = WindowOrder(of: started, visible: visible, direction: direction)
                    #expect(Array(order) == naiveOrder(of: started, visible, direction))
                    #expect(order.count == started.reduce(0) { $0 + $1.count })
                }
            }
        }
    }

    @Test func `Nothing started gives nothing`() {
        #expect(Array(WindowOrder(of: [], visible: 0..<4, direction: .forward)).isEmpty)
        #expect(Array(WindowOrder(of: [3..<3], visible: 0..<4, direction: .backward)).isEmpty)
    }

    @Test func `An order of every position there is costs no more than the positions that are taken`() {
        let order = WindowOrder(of: [0..<Int.max - 1], visible: 5..<7, direction: .forward)
        #expect(Array(order.prefix(4)) == [5, 6, 7, 8])
    }

    /// Sorts all positions by zone and then by distance.
    private func naiveOrder(
        of started: [Range<Int>], _ visible: Range<Int>, _ direction: WindowDirection
    ) -> [Int] {
        func rank(_ position: Int) -> (Int, Int) {
            let isForward = direction == .forward
            if visible.contains(position) { return (0, isForward ? position : -position) }
            let isAbove = position >= visible.upperBound
            return (isAbove == isForward ? 1 : 2, isAbove ? position : -position)
        }
        return started.flatMap(\.self).sorted { rank($0) < rank($1) }
    }
}
