/// All ranges within `0...end`, including empty ones.
package func ranges(upTo end: Int) -> [Range<Int>] {
    (0...end).flatMap { lower in (lower...end).map { lower..<$0 } }
}
