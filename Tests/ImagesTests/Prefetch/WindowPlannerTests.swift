import CoreTestSupport
import Testing

@testable import CameraRoll

struct WindowPlannerTests {
    private func wanted(
        _ visible: Range<Int>, of count: Int = 70_000, speed: Double = 0, _ limits: WindowLimits = WindowLimits()
    ) throws -> Range<Int> {
        try WindowPlanner(limits).plan(count: count, visible: visible, speed: speed).wanted
    }

    @Test func `At rest the window reaches half a screen beyond both edges`() throws {
        #expect(try wanted(1_000..<1_028) == 986..<1_042)
        #expect(try wanted(1_000..<1_003) == 998..<1_005)
    }

    @Test func `A greater smallest lead reaches further`() throws {
        #expect(try wanted(1_000..<1_028, WindowLimits(minimumLead: 40)) == 960..<1_068)
    }

    @Test func `In motion the window leads by time, and keeps a quarter of a screen behind`() throws {
        #expect(try wanted(1_000..<1_028, speed: 80) == 993..<1_068)
        #expect(try wanted(1_000..<1_028, speed: -80) == 960..<1_035)
        let patient = WindowLimits(leadTime: .milliseconds(2_500))
        #expect(try wanted(1_000..<1_028, speed: 80, patient) == 993..<1_228)
    }

    @Test(arguments: [
        WindowLimits(), WindowLimits(maximumItemCount: 60), WindowLimits(maximumItemCount: 30, minimumLead: 9),
    ])
    func `With the speed the lead never shrinks, the rest behind never grows, and neither jumps`(
        limits: WindowLimits
    ) throws {
        let visible = 1_000..<1_028
        var last = try wanted(visible, limits)
        for speed in 1...1_000 {
            let now = try wanted(visible, speed: Double(speed), limits)
            #expect((last.upperBound...last.upperBound + 1).contains(now.upperBound))
            #expect((last.lowerBound...last.lowerBound + 1).contains(now.lowerBound))
            #expect(now.count <= limits.maximumItemCount)
            last = now
        }
    }

    @Test func `Both directions mirror each other`() throws {
        for speed in [0.5, 3, 20, 80, 333, 5_000, 1e300] {
            let (up, down) = (
                try wanted(500..<528, of: 1_028, speed: -speed), try wanted(500..<528, of: 1_028, speed: speed)
            )
            #expect(down == 1_028 - up.upperBound..<1_028 - up.lowerBound)
        }
    }

    @Test func `For every small list, screen, limit and speed the window holds the screen and keeps the limit`() throws
    {
        for (count, visible) in (0...7).flatMap({ count in ranges(upTo: count).map { (count, $0) } }) {
            for (items, speed) in (1...9).flatMap({ items in [-9, -1, 0, 1, 9].map { (items, $0) } }) {
                let limits = WindowLimits(maximumItemCount: items, leadTime: .seconds(1))
                let wanted = try wanted(visible, of: count, speed: Double(speed), limits)
                #expect(wanted.count <= items && wanted.clamped(to: 0..<count) == wanted)
                let isCovered = wanted.clamped(to: visible) == visible
                #expect(visible.count <= items ? isCovered : wanted.count == items)
                #expect(wanted.isEmpty == visible.isEmpty)
            }
        }
    }

    @Test func `A limit smaller than the screen keeps what came last`() throws {
        let limits = WindowLimits(maximumItemCount: 10)
        #expect(try wanted(100..<128, speed: 5, limits) == 118..<128)
        #expect(try wanted(100..<128, speed: -5, limits) == 100..<110)
    }

    @Test func `A limit takes from both sides alike at rest`() throws {
        #expect(try wanted(100..<128, WindowLimits(maximumItemCount: 38)) == 95..<133)
        #expect(try wanted(100..<128, WindowLimits(maximumItemCount: 29)) == 100..<129)
    }

    @Test func `The window ends where the list ends`() throws {
        #expect(try wanted(0..<28, speed: -300) == 0..<35)
        #expect(try wanted(69_972..<70_000, speed: 300) == 69_965..<70_000)
    }

    @Test func `Nothing visible wants nothing`() throws {
        #expect(try wanted(0..<0, of: 0).isEmpty)
        #expect(try wanted(40..<40, speed: 100, WindowLimits(minimumLead: 10)).isEmpty)
    }

    @Test func `Limits beyond all sense overflow nothing`() throws {
        let limits = WindowLimits(maximumItemCount: 10_000, leadTime: .seconds(Int64.max), minimumLead: .max)
        for speed in [0, 1, -1, Double.greatestFiniteMagnitude, -Double.greatestFiniteMagnitude] {
            let wanted = try wanted(4..<9, of: .max, speed: speed, limits)
            #expect(wanted.clamped(to: 4..<9) == 4..<9)
            #expect(try self.wanted(4..<9, of: 20, speed: speed, limits).count <= 20)
        }
    }
}

// MARK: - Bad input

extension WindowPlannerTests {
    @Test(arguments: [0..<11, 10..<12, -1..<3, -5 ..< -2, 11..<11])
    func `A screen outside of the list is refused`(visible: Range<Int>) {
        #expect(throws: InvalidArgument.range(visible, count: 10)) {
            try wanted(visible, of: 10)
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
    func `A speed that is no number is refused`(speed: Double) {
        let error = #expect(throws: InvalidArgument.self) { try wanted(0..<4, speed: speed) }
        #expect(error?.name == "velocity")
    }

    @Test func `A negative count is refused`() {
        #expect(throws: InvalidArgument("count of the list", -1, allowed: "at least 0")) { try wanted(0..<0, of: -1) }
    }

    @Test(arguments: [
        (WindowLimits(maximumItemCount: 0), "Invalid maximum item count 0: expected 1 to 10000."),
        (WindowLimits(maximumItemCount: 10_001), "Invalid maximum item count 10001: expected 1 to 10000."),
        (WindowLimits(leadTime: .seconds(-1)), "Invalid lead time -1.0 seconds: expected zero or more."),
        (WindowLimits(minimumLead: -1), "Invalid minimum lead -1: expected at least 0."),
    ])
    func `Limits that nothing can keep to are refused by name`(limits: WindowLimits, words: String) {
        let error = #expect(throws: InvalidArgument.self) { try WindowPlanner(limits) }
        #expect(error?.description == words)
    }
}
