import CameraRoll
import Testing

/// Identifiers are bytes, and not characters.
@Suite struct TextIdentifierTests {
    @Test func `Two texts that look the same are two identifiers, whichever operator compares them`() {
        let (composed, decomposed) = (AssetID("\u{E9}"), AssetID("e\u{301}"))
        #expect(composed != decomposed)
        #expect((composed == decomposed) == false)
    }

    @Test func `What is not a number precedes all numbers, like no date`() {
        let order = [AssetSort(.creationDate, ascending: false)]
        let none = SortPosition(values: [.number(.nan)], id: AssetID("a"))
        let some = SortPosition(values: [.number(1)], id: AssetID("b"))
        #expect(some.precedes(none, in: order) && !none.precedes(some, in: order))
        #expect(none == SortPosition(of: MediaAsset(id: AssetID("a")), in: order))
    }

    @Test func `Texts that look the same are ordered by their bytes, so that three positions make no circle`() {
        let order = [AssetSort(.isFavorite, ascending: false), AssetSort(.identifier, ascending: true)]
        let positions = ["e\u{301}", "f", "\u{E9}"].map { text in
            SortPosition(values: [.number(0), .text(text)], id: AssetID(text))
        }
        for (first, second) in [(0, 1), (1, 2), (0, 2)] {
            #expect(positions[first].precedes(positions[second], in: order))
            #expect(!positions[second].precedes(positions[first], in: order))
        }
    }
}
