import Testing

@testable import benchmarks

/// The scales of the figures.
@Suite struct AxisTests {
    @Test func `A linear axis begins at zero and ends at a round value`() {
        let axis = Axis.linear(.count, to: [3, 17, 9])
        #expect(axis.range == 0...20)
        #expect(axis.ticks(atMost: 5).map(\.value) == [0, 5, 10, 15, 20])
        #expect(axis.position(of: 10) == 0.5)
    }

    @Test func `A logarithmic axis takes whole decades, and each the same length`() {
        let axis = Axis.logarithmic(.nanoseconds, around: [150, 42_000])
        #expect(axis.range == 100...100_000)
        #expect(axis.ticks(atMost: 5).map(\.label) == ["100 ns", "1 µs", "10 µs", "100 µs"])
        #expect(abs(axis.position(of: 1_000) - 1.0 / 3) < 1e-12)
    }

    @Test func `A logarithmic axis of many decades leaves some out, never more than asked`() {
        let axis = Axis.logarithmic(.count, around: [1, 1e12])
        for most in 1...12 { #expect(axis.ticks(atMost: most).count <= most + 1) }
    }

    @Test(arguments: [[], [0], [-5, 0], [.nan], [.infinity], [7, 7], [0, 7]] as [[Double]])
    func `Every value has a position on every axis, also where a logarithm has none`(values: [Double]) {
        let axes: [Axis] = [
            .logarithmic(.nanoseconds, around: values), .linear(.nanoseconds, to: values), .nines(for: values.count),
        ]
        for axis in axes {
            for value in values + [0, -1, .nan, .infinity, -.infinity, 1e300] {
                #expect((0...1).contains(axis.position(of: value)))
            }
            #expect(!axis.ticks(atMost: 4).isEmpty)
        }
    }

    @Test func `On an axis of nines each nine takes as much room as the one before`() {
        let axis = Axis.nines(for: 1_000)
        let places = [0, 0.9, 0.99, 0.999].map { axis.position(of: $0) }
        for (place, expected) in zip(places, [0, 1, 2, 3]) { #expect(abs(place * 3 - Double(expected)) < 1e-6) }
        #expect(axis.ticks(atMost: 9).map(\.label) == ["0 %", "50 %", "90 %", "99 %", "99.9 %"])
        #expect(axis.position(of: 1) == 1)
    }

    @Test func `An axis of what is counted begins at one, and a zero has no unit`() {
        #expect(Axis.logarithmic(.count, around: [1, 10_000]).range == 1...10_000)
        #expect(Quantity.nanoseconds.tick(0) == "0")
    }

    @Test func `Axis labels are short`() {
        #expect(Quantity.nanoseconds.tick(5e9) == "5 s" && Quantity.nanoseconds.tick(2e6) == "2 ms")
        #expect(Quantity.count.tick(7_000_000) == "7 M" && Quantity.count.tick(70_000) == "70 k")
        #expect(Quantity.share.tick(0.999) == "99.9 %" && Quantity.ratio.tick(2.5) == "2.5×")
    }
}
