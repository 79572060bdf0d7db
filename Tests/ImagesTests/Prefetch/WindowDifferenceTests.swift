import CoreTestSupport
import Testing

@testable import CameraRoll

struct WindowDifferenceTests {
    private static let windows = ranges(upTo: 8)

    @Test(arguments: WindowDirection.allCases)
    func `Stopping and starting turns every window into every other, and does nothing twice`(
        direction: WindowDirection
    ) {
        for old in Self.windows {
            for new in Self.windows {
                let difference = WindowDifference(from: old, to: new, direction: direction)
                let (started, stopped) = (difference.started.flatMap(\.self), difference.stopped.flatMap(\.self))
                #expect(Set(started) == Set(new).subtracting(old))
                #expect(Set(stopped) == Set(old).subtracting(new))
                #expect(Set(old).subtracting(stopped).union(started) == Set(new))
                #expect(started.count == Set(started).count && stopped.count == Set(stopped).count)
            }
        }
    }

    @Test(arguments: WindowDirection.allCases)
    func `There are two ranges each way at most, and none is empty`(direction: WindowDirection) {
        for old in Self.windows {
            for new in Self.windows {
                let difference = WindowDifference(from: old, to: new, direction: direction)
                for parts in [difference.started, difference.stopped] {
                    #expect(parts.count <= 2 && parts.allSatisfy { !$0.isEmpty })
                }
            }
        }
    }

    @Test func `What lies ahead starts first, and what lies behind stops first`() {
        let grown = WindowDifference(from: 4..<6, to: 2..<9, direction: .forward)
        #expect(grown.started == [6..<9, 2..<4])
        #expect(WindowDifference(from: 4..<6, to: 2..<9, direction: .backward).started == [2..<4, 6..<9])
        let shrunk = WindowDifference(from: 2..<9, to: 4..<6, direction: .forward)
        #expect(shrunk.stopped == [2..<4, 6..<9])
        #expect(WindowDifference(from: 2..<9, to: 4..<6, direction: .backward).stopped == [6..<9, 2..<4])
    }

    @Test func `A window that stays starts and stops nothing`() {
        for window in Self.windows {
            let difference = WindowDifference(from: window, to: window, direction: .forward)
            #expect(difference.started.isEmpty && difference.stopped.isEmpty)
        }
    }

    @Test func `A jump starts and stops one range`() {
        let difference = WindowDifference(from: 0..<500, to: 60_000..<60_500, direction: .forward)
        #expect(difference.started == [60_000..<60_500])
        #expect(difference.stopped == [0..<500])
    }
}
