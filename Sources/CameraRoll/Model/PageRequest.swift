/// One page, by its number: the articles' pagination (R13, R20).
public struct PageRequest: Hashable, Sendable {
    /// The page, counted from 0; a page past the end is empty and no error (R20).
    public var number: Int
    /// How many assets a page holds, at least 1.
    public var size: Int

    /// The page of a number, counted from 0, for pages of `size` assets.
    ///
    /// Nothing is checked here: a negative number or a size below 1 is refused where the page is asked for.
    public init(number: Int = 0, size: Int = 100) {
        self.number = number
        self.size = size
    }

    /// The page after this one; the page of the greatest number is past every end, and so its own next.
    public var next: PageRequest {
        PageRequest(number: number == .max ? number : number + 1, size: size)
    }

    /// The positions that the page has in a list of `count`.
    ///
    /// - Throws: `LibraryError.invalidPageNumber` or `.invalidPageSize`.
    func range(inCount count: Int) throws(LibraryError) -> Range<Int> {
        guard size >= 1 else { throw .invalidPageSize(size) }
        guard number >= 0 else { throw .invalidPageNumber(number) }
        let (start, overflows) = number.multipliedReportingOverflow(by: size)
        guard !overflows, start < count else { return count..<count }
        return start..<(start + min(size, count - start))
    }
}
