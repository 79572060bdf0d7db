import Testing

@testable import benchmarks

/// The position of a scrolled list, and its visible cells.
@Suite struct ScrollScriptTests {
    private let fling = ScrollScript.fling(from: 100, speed: 20, jump: 7_500, scale: 1)

    @Test func `A fling accelerates evenly, and holds its speed`() {
        #expect(fling.moment(at: 0) == .init(row: 100, speed: 0, phase: 0))
        #expect(fling.moment(at: 1) == .init(row: 102.5, speed: 10, phase: 1))
        #expect(fling.moment(at: 1.5) == .init(row: 110, speed: 20, phase: 2))
        #expect(fling.moment(at: 3.5) == .init(row: 150, speed: 20, phase: 2))
    }

    @Test func `A fling that reverses stands still for a moment, and comes back to where it turned`() {
        let (turn, back) = (fling.moment(at: 5.25), fling.moment(at: 6))
        #expect(turn == .init(row: 177.5, speed: 0, phase: 3))
        #expect(back.row == 7_670 && back.speed == 0 && back.phase == 4)
    }

    @Test func `Behind its end a list rests where it is`() {
        #expect(fling.moment(at: 100) == .init(row: 7_670, speed: 0, phase: 4))
        #expect(fling.seconds == 7)
    }

    @Test func `A position depends on the time alone, and no step is longer than the speed allows`() {
        var last = fling.moment(at: 0).row
        for frame in 1..<360 {
            let row = fling.moment(at: Double(frame) / 60).row
            #expect(abs(row - last) <= 20.0 / 60 + 1e-9)
            last = row
        }
    }

    @Test func `A scale stretches time, not speed`() {
        let slow = ScrollScript.fling(from: 0, speed: 20, jump: 0, scale: 2)
        #expect(slow.seconds == 14)
        #expect(slow.times(of: ScrollScript.hold) == 3..<9)
        #expect(slow.moment(at: 5).speed == 20)
    }

    @Test func `A drag goes across all rows, and rests`() {
        let drag = ScrollScript.drag(over: 10_000, scale: 1)
        #expect(drag.moment(at: 1.5).row == 5_000 && drag.moment(at: 1.5).speed == 5_000)
        #expect(drag.moment(at: 3) == .init(row: 10_000, speed: 0, phase: 2))
        #expect(drag.times(of: "hold") == nil)
    }

    @Test func `A screen shows 28 cells, and none beyond the list`() {
        let grid = ScrollGrid(count: 70_001)
        #expect(grid.visible(at: 0) == 0..<28)
        #expect(grid.visible(at: 10.9) == 40..<68)
        #expect(grid.visible(at: -3) == 0..<28)
        #expect(grid.visible(at: 1e9) == 69_976..<70_001)
        #expect(ScrollGrid(count: 5).visible(at: 2) == 0..<5)
    }

    @Test func `A cell waits until its image is there, until it leaves, or until the end`() {
        let cell = Appearance(position: 0, phase: 0, appeared: 100, final: 130, left: 400)
        #expect(cell.wait(end: 1_000) == 30 && cell.wait(from: 120, end: 1_000) == 10)
        #expect(cell.wait(from: 200, end: 1_000) == 0 && !cell.wasFinalAtOnce)
        #expect(Appearance(position: 0, phase: 0, appeared: 100, left: 400).wait(end: 1_000) == 300)
        #expect(Appearance(position: 0, phase: 0, appeared: 100).wait(end: 1_000) == 900)
        #expect(Appearance(position: 0, phase: 0, appeared: 100, final: 100).wasFinalAtOnce)
    }
}
