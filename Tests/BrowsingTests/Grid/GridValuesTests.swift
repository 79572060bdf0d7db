import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// The small values of a grid and a pager, for all small cases.
@Suite struct GridValuesTests {
    @Test func `The nearest number that is not in a list is found for every list of up to seven numbers`() {
        for length in 0...7 {
            for mask in 0..<(1 << length) {
                let list = (0..<length).filter { mask >> $0 & 1 == 1 }
                for number in 0..<length {
                    let free = (0..<length).filter { !list.contains($0) }
                    let nearest = free.min { (abs($0 - number), -$0) < (abs($1 - number), -$1) }
                    #expect(list.nearestGap(to: number, below: length) == nearest, "\(list), \(number)")
                }
            }
        }
    }

    @Test func `Pages are the positions without the hidden ones, for every list of up to six`() {
        for length in 0...6 {
            for mask in 0..<(1 << length) {
                var pages = PagerPages(listCount: length)
                for position in 0..<length where mask >> position & 1 == 1 { pages.hide(position) }
                let shown = (0..<length).filter { mask >> $0 & 1 == 0 }
                #expect(
                    (-1...length).map(pages.position(ofPage:))
                        == (-1...length).map { index in
                            shown.indices.contains(index) ? shown[index] : nil
                        })
                for (index, position) in shown.enumerated() { #expect(pages.page(nearest: position) == index) }
                // A hidden one is replaced by the next, or else by the last.
                for position in pages.hidden {
                    let next = shown.firstIndex { $0 > position } ?? shown.indices.last
                    #expect(pages.page(nearest: position) == next)
                }
                for position in pages.hidden { pages.restore(position) }
                #expect(pages == PagerPages(listCount: length))
            }
        }
    }

    @Test func `Of several edits of one asset the last one is shown, whichever ends first`() {
        let asset = MediaAsset(id: "a")
        for order in [[0, 1], [1, 0]] {
            var edits = PendingEdits()
            let numbers = [edits.setFavorite(true, of: "a"), edits.setFavorite(false, of: "a")]
            #expect(!edits.applied(to: asset).isFavorite)
            edits.end(numbers[order[0]], of: "a")
            #expect(edits.applied(to: asset).isFavorite == (order[0] == 1))
            edits.end(numbers[order[1]], of: "a")
            #expect(edits.isEmpty)
        }
    }

    @Test func `A viewport reads one screen around it, more ahead at speed, and limits whatever it is told`() {
        var viewport = GridViewport()
        _ = viewport.scroll(to: 100..<120, velocity: 400, anchor: nil)
        #expect(viewport.lead(in: 1_000) == .around(before: 20, after: 200))
        _ = viewport.scroll(to: 100..<120, velocity: -400, anchor: nil)
        #expect(viewport.lead(in: 1_000) == .around(before: 200, after: 10))
        _ = viewport.scroll(to: 100..<120, velocity: .nan, anchor: nil)
        #expect(viewport.lead(in: 1_000) == .around(before: 20, after: 20))
        _ = viewport.scroll(to: -5 ..< .max, velocity: .infinity, anchor: nil)
        #expect(viewport.visible(in: 10) == 0..<10)
        #expect(viewport.visible(in: -1) == 0..<0)
        viewport.scrub(.dragging(0.5))
        #expect(viewport.lead(in: 10) == .nothing)
        viewport.scrub(.resting(0.5))
        #expect(viewport.lead(in: 10) == .visible)
    }

    @Test func `A viewport moves with its anchor, and stays within the new list`() {
        var viewport = GridViewport()
        _ = viewport.scroll(to: 50..<60, velocity: 0, anchor: GridGeometry.Anchor(position: 52, offset: 0.5))
        let anchor = viewport.anchor(in: 100)
        viewport.follow(anchor, to: GridGeometry.Anchor(position: 62, offset: 0.5), in: 110)
        #expect(viewport.wanted == 60..<70)
        #expect(viewport.anchor(in: 110) == GridGeometry.Anchor(position: 62, offset: 0.5))
        viewport.follow(viewport.anchor(in: 110), to: GridGeometry.Anchor(position: 3), in: 5)
        #expect(viewport.wanted == 0..<5)
        #expect(viewport.anchor(in: 0) == nil)
    }
}
