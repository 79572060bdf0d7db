/// The elements that a read has gathered, slice by slice, for reads that cannot know their number in advance.
///
/// A growing array moves all its elements within one slice. The slices are therefore kept separate, and joined off the
/// executor once the read has ended.
struct ReadParts<Element: Sendable>: Sendable {
    private var parts: [[Element]] = []
    /// The number of elements.
    private(set) var count = 0

    /// No elements.
    init() {}

    /// The elements of one slice, which are not copied.
    init(_ part: [Element]) {
        append(part)
    }

    /// Adds the elements of a slice.
    mutating func append(_ part: [Element]) {
        guard !part.isEmpty else { return }
        parts.append(part)
        count += part.count
    }

    /// The number of elements that satisfy a condition.
    func count(where isCounted: (Element) -> Bool) -> Int {
        parts.reduce(0) { $0 + $1.count(where: isCounted) }
    }

    /// All elements, in the order in which they were added.
    ///
    /// - Complexity: O(n); O(1) if there is only one part.
    func joined() -> [Element] {
        guard parts.count > 1 else { return parts.first ?? [] }
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for part in parts { elements += part }
        return elements
    }
}

extension ReadParts {
    /// A position between two elements, at first before all of them.
    struct Position: Sendable {
        fileprivate var part = 0
        fileprivate var offset = 0
        /// The number of elements before it.
        fileprivate(set) var count = 0
    }

    /// The elements after a position, at most `limit` of them and all from one part; the position moves past them.
    func next(_ limit: Int, from position: inout Position) -> ArraySlice<Element> {
        guard hasMore(from: position) else { return [] }
        let elements = parts[position.part].dropFirst(position.offset).prefix(limit)
        position.offset += elements.count
        position.count += elements.count
        if position.offset == parts[position.part].count { (position.part, position.offset) = (position.part + 1, 0) }
        return elements
    }

    /// Whether there are elements after a position.
    func hasMore(from position: Position) -> Bool { position.part < parts.count }
}

extension Array {
    /// Appends a slice to a list whose final length is known.
    ///
    /// The first slice is taken without copying, since it is often the whole list, and copying an asset costs as
    /// much as creating it.
    mutating func take(on slice: [Element], expecting count: Int) {
        guard !isEmpty else {
            self = slice
            return
        }
        reserveCapacity(count)
        append(contentsOf: slice)
    }
}

/// Completes a read after the executor has finished its part, with work that needs no library: sorting, joining,
/// lookups.
///
/// A small result is processed at once, a large one on the global pool, since the caller's actor may be the main
/// actor (*Never Blocked*).
///
/// - Parameters:
///   - found: the input of the work; released where the work runs, since releasing takes time too.
///   - count: the number of elements in `found`.
package func finishRead<Found: Sendable, Value: Sendable>(
    _ found: consuming Found, of count: Int, _ work: @Sendable (Found) -> Value
) async -> Value {
    guard count > 1_000 else { return work(found) }
    return await onGlobalPool(found, work)
}

/// Runs work on the global pool that takes long even for few elements, such as comparing titles.
@concurrent func onGlobalPool<Found: Sendable, Value: Sendable>(
    _ found: consuming Found, _ work: @Sendable (Found) -> Value
) async -> Value {
    work(found)
}
