import Testing

@testable import CameraRoll

@Suite struct SliceSizerTests {
    private var sizer = SliceSizer()

    @Test mutating func `The first slice is small`() {
        #expect(sizer.items == 16)
    }

    @Test mutating func `Cheap items double the slice at most, up to 4,096`() {
        let sizes = (0..<10).map { _ in
            sizer.learn(items: sizer.items, nanoseconds: 1_000)
            return sizer.items
        }
        #expect(sizes == [32, 64, 128, 256, 512, 1_024, 2_048, 4_096, 4_096, 4_096])
    }

    @Test mutating func `Dear items shrink the slice at once, to one at least`() {
        sizer.learn(items: 16, nanoseconds: 16_000_000)
        #expect(sizer.items == 2)
        for _ in 0..<20 { sizer.learn(items: sizer.items, nanoseconds: UInt64(sizer.items) * 50_000_000) }
        #expect(sizer.items == 1)
    }

    @Test mutating func `The fixed cost of each call does not make slices smaller and smaller`() {
        for _ in 0..<20 { sizer.learn(items: sizer.items, nanoseconds: 2_200_000 + UInt64(sizer.items) * 70) }
        #expect(sizer.items >= 1_000)
    }

    @Test mutating func `Requests by identifier settle at some dozen, however large the first part`() {
        for _ in 0..<20 { sizer.learn(items: sizer.items, nanoseconds: 4_500_000 + UInt64(sizer.items) * 100_000) }
        #expect((10...28).contains(sizer.items))
    }

    @Test mutating func `A slice aims at 2 ms`() {
        for _ in 0..<10 { sizer.learn(items: sizer.items, nanoseconds: UInt64(sizer.items) * 100_000) }
        #expect(sizer.items == 20)
    }

    @Test mutating func `A slice of no items, or of no time, does no harm`() {
        sizer.learn(items: 0, nanoseconds: 1_000_000_000)
        #expect(sizer.items == 16)
        sizer.learn(items: 16, nanoseconds: 0)
        #expect(sizer.items == 32)
        sizer.learn(items: .max / 4, nanoseconds: .max)
        #expect((1...4_096).contains(sizer.items))
    }
}
