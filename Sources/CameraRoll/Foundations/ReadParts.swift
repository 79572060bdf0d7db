/// What a read has gathered, slice by slice, for reads that cannot know how much there will be.
///
/// An array that doubles moves all that is in it, and within one slice. So the slices are kept apart, and joined once
/// the read is over and off the executor.
struct ReadParts<Element: Sendable>: Sendable {
    private var parts: [[Element]] = []
    /// How many elements there are.
    private(set) var count = 0

    /// Adds what a slice has read.
    mutating func append(_ part: [Element]) {
        guard !part.isEmpty else { return }
        parts.append(part)
        count += part.count
    }

    /// All elements, in the order in which they came.
    ///
    /// - Complexity: O(n); O(1) where there is one part.
    func joined() -> [Element] {
        guard parts.count > 1 else { return parts.first ?? [] }
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for part in parts { elements += part }
        return elements
    }
}

extension Array {
    /// Appends a slice to a list whose length is known; the first slice as it is, since it is often the whole, and
    /// copying an asset costs as much as making it.
    mutating func take(on slice: [Element], expecting count: Int) {
        guard !isEmpty else {
            self = slice
            return
        }
        reserveCapacity(count)
        append(contentsOf: slice)
    }
}

/// Does what is left of a read and needs no library, once the executor is done with it: sorting, joining, looking up.
///
/// Little is done at once; much on the global pool, since the caller's actor may be the main one (*Never Blocked*).
///
/// - Parameters:
///   - found: what the work is about; let go where the work is done, since that takes its time too.
///   - count: how many elements that has.
func finishRead<Found: Sendable, Value: Sendable>(
    _ found: consuming Found, of count: Int, _ work: @Sendable (Found) -> Value
) async -> Value {
    guard count > 1_000 else { return work(found) }
    return await onGlobalPool(found, work)
}

/// Does what takes long for few elements too, such as comparing titles, on the global pool.
@concurrent func onGlobalPool<Found: Sendable, Value: Sendable>(
    _ found: consuming Found, _ work: @Sendable (Found) -> Value
) async -> Value {
    work(found)
}
