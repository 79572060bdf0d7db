import Testing

@testable import CameraRoll

struct WindowRebaseTests {
    @Test func `Every change of a small window is kept, started and stopped in order`() {
        let windows = arrangements(of: [1, 2, 3, 4])
        for old in windows {
            for new in windows {
                let rebase = WindowRebase(from: old, to: new)
                #expect(rebase.kept == new.filter(old.contains))
                #expect(rebase.started == new.filter { !old.contains($0) })
                #expect(rebase.stopped == old.filter { !new.contains($0) })
            }
        }
    }

    @Test func `What stands twice counts once`() {
        let rebase = WindowRebase(from: ["a", "b", "b", "a"], to: ["c", "a", "c", "a"])
        #expect(rebase.kept == ["a"])
        #expect(rebase.started == ["c"])
        #expect(rebase.stopped == ["b"])
    }

    @Test func `An edited picture is stopped and started again`() {
        let before = ImageRequest(for: MediaAsset(id: "a", contentVersion: 1), size: .pixels(9, 9)).key
        let after = ImageRequest(for: MediaAsset(id: "a", contentVersion: 2), size: .pixels(9, 9)).key
        let rebase = WindowRebase(from: [before], to: [after])
        #expect(rebase.kept.isEmpty && rebase.started == [after] && rebase.stopped == [before])
    }

    /// Every choice of some items in every order: 65 for four items.
    private func arrangements(of items: [Int]) -> [[Int]] {
        [[]] + items.flatMap { first in arrangements(of: items.filter { $0 != first }).map { [first] + $0 } }
    }
}

struct RebasedRangeTests {
    @Test func `The first item that is left keeps its place on the screen`() throws {
        #expect(try (10..<20).rebased(count: 103) { $0 + 3 } == 13..<23)
        #expect(try (10..<20).rebased(count: 98) { $0 < 12 ? nil : $0 - 2 } == 8..<18)
    }

    @Test func `Where nothing is left the range stays where it was, within the list`() throws {
        #expect(try (10..<20).rebased(count: 100) { _ in nil } == 10..<20)
        #expect(try (10..<20).rebased(count: 15) { _ in nil } == 5..<15)
        #expect(try (10..<20).rebased(count: 4) { _ in nil } == 0..<4)
        #expect(try (10..<20).rebased(count: 0) { _ in nil } == 0..<0)
        #expect(try (7..<7).rebased(count: 3) { $0 } == 3..<3)
    }

    @Test(arguments: [Int.min, -1, 0, 99, Int.max])
    func `Positions that make no sense end within the list`(position: Int) throws {
        let range = try (10..<20).rebased(count: 30) { $0 < 12 ? nil : position }
        #expect(range.count == 10 && range.clamped(to: 0..<30) == range)
    }

    @Test func `Every removal from a small list keeps the range within what is left`() throws {
        for (range, removed) in ranges(upTo: 5).flatMap({ range in (0..<32).map { (range, $0) } }) {
            let left = (0..<5).filter { removed >> $0 & 1 == 0 }
            let rebased = try range.rebased(count: left.count) { left.firstIndex(of: $0) }
            #expect(rebased.count == min(range.count, left.count))
            #expect(rebased.clamped(to: 0..<left.count) == rebased)
        }
    }

    @Test func `A negative count is refused`() {
        #expect(throws: WindowError.invalidCount(-3)) { try (0..<1).rebased(count: -3) { $0 } }
    }
}
