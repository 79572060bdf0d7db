import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// Selections that look only at assets that were read, where others cannot be selected.
@Suite struct ReadPositionsTests {
    /// Which positions of 200 were read, as pages with gaps.
    private static func isRead(_ position: Int) -> Bool { position / 20 % 3 != 1 && position % 7 != 3 }

    private static func readPositions(_ range: Range<Int>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for position in range.filter(isRead) {
            if let last = ranges.last, last.upperBound == position {
                ranges[ranges.count - 1] = last.lowerBound..<position + 1
            } else {
                ranges.append(position..<position + 1)
            }
        }
        return ranges
    }

    private static func type(_ position: Int) -> MediaType? {
        isRead(position) ? (position % 3 == 0 ? .video : .image) : nil
    }

    @Test(arguments: [true, false], 1...5 as ClosedRange<UInt64>)
    func `What is selected and refused is the same as if each position were looked at`(
        isFiltered: Bool, seed: UInt64
    ) throws {
        let limits = try AssetSelection.Limits(maximum: 60, maximumByMediaType: isFiltered ? [:] : [.video: 9])
        var numbers = SeededNumbers(seed: seed)
        var pair = [AssetSelection](repeating: AssetSelection(listCount: 200, limits: limits), count: 2)
        pair[0].readPositions = Self.readPositions
        if isFiltered {
            for index in pair.indices { pair[index].isOffered = { Self.type($0).map { $0 == .image } } }
        }
        var faults = 0
        for _ in 0..<300 {
            let (first, second) = (Int.random(in: 0..<200, using: &numbers), Int.random(in: 0..<200, using: &numbers))
            let step = Int.random(in: 0..<4, using: &numbers)
            let changes = pair.indices.map { index -> AssetSelection.Change in
                switch step {
                case 0: return pair[index].select(min(first, second)..<max(first, second), mediaTypeAt: Self.type)
                case 1: return pair[index].deselect(min(first, second)..<max(first, second))
                case 2: return pair[index].invert(mediaTypeAt: Self.type)
                default:
                    let begun = pair[index].beginDrag(at: first, mediaTypeAt: Self.type)
                    let dragged = pair[index].drag(to: second, mediaTypeAt: Self.type)
                    return dragged.refusal == nil ? begun : dragged
                }
            }
            if changes[0] != changes[1] || pair[0] != pair[1] { faults += 1 }
        }
        #expect(faults == 0)
    }

    @Test func `Selecting all of a million assets looks at those that were read`() throws {
        let limits = try AssetSelection.Limits(maximumByMediaType: [.video: 100_000])
        var selection = AssetSelection(listCount: 1_000_000, limits: limits)
        selection.readPositions = { range in [500..<600, 80_000..<80_100].map { $0.clamped(to: range) } }
        var looks = 0
        let change = selection.selectAll { _ in
            looks += 1
            return .image
        }
        #expect(looks == 200)
        #expect(selection.ranges == [500..<600, 80_000..<80_100])
        #expect(change.refusal == .unknownMediaType(position: 0))
    }

    @Test func `The positions in memory are those of the assets that were read, in all pages of a range`() {
        var pages = PageCache(pageSize: 10, pageLimit: 8)
        _ = pages.reset(count: 1_000)
        let read = Array(3..<18) + Array(25..<30) + [990, 999]
        pages.store(Dictionary(uniqueKeysWithValues: read.map { ($0, MediaAsset(id: AssetID("\($0)"))) }))
        #expect(pages.positionsInMemory(of: 0..<1_000) == [3..<18, 25..<30, 990..<991, 999..<1_000])
        #expect(pages.positionsInMemory(of: 5..<27) == [5..<18, 25..<27])
        #expect(pages.positionsInMemory(of: 995..<5_000) == [999..<1_000])
        #expect(pages.positionsInMemory(of: 40..<900).isEmpty)
    }
}
