extension Range<Int> {
    /// Where the positions of one snapshot are in the next one, so that the first item that is left keeps its place.
    ///
    /// It serves until the screen itself says what is visible now. Where nothing is left of the range, it stays where
    /// it was. It ends within the list, and is shorter only where the list is.
    ///
    /// - Parameters:
    ///   - count: how many items the list holds now.
    ///   - newPosition: where an item that stood at a position is now; nil where it was removed.
    /// - Throws: `.invalidCount`.
    /// - Complexity: O(n) at most, where n is the length of the range.
    func rebased(count: Int, newPosition: (Int) -> Int?) throws(WindowError) -> Range<Int> {
        guard count >= 0 else { throw .invalidCount(count) }
        let length = Swift.min(self.count, count)
        let wished = rebasedStart(newPosition) ?? lowerBound
        let clamped = Swift.min(Swift.max(wished, 0), count - length)
        return clamped..<clamped + length
    }

    private func rebasedStart(_ newPosition: (Int) -> Int?) -> Int? {
        for old in self {
            guard let new = newPosition(old) else { continue }
            return new - Swift.min(old - lowerBound, new)
        }
        return nil
    }
}
