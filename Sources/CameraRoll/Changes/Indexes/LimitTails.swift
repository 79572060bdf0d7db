/// What a limited list gains or loses at its end because others came or went before it.
///
/// The elements that nobody touched are the front of one and the same series in both lists; where one list has more of
/// them than the other, those are its last.
struct LimitTails {
    /// The elements at the end that only one of the lists has.
    let elements: [LocatedElement]

    init(of located: [LocatedElement], oldCount: Int, newCount: Int, limit: Int) {
        let (old, new) = (located.compactMap(\.old), located.compactMap(\.new))
        let surplus = (newCount - new.count) - (oldCount - old.count)
        // A list that the limit does not cut off can neither gain nor lose so.
        guard surplus != 0, oldCount == limit || newCount == limit else {
            elements = []
            return
        }
        elements =
            surplus > 0
            ? Self.lastUntouched(surplus, of: newCount, touched: new).map { LocatedElement(old: nil, new: $0) }
            : Self.lastUntouched(-surplus, of: oldCount, touched: old).map { LocatedElement(old: $0, new: nil) }
    }

    private static func lastUntouched(_ number: Int, of count: Int, touched: [Int]) -> [Int] {
        let touched = Set(touched)
        var found: [Int] = []
        var position = count - 1
        while found.count < number, position >= 0 {
            if !touched.contains(position) { found.append(position) }
            position -= 1
        }
        return found
    }
}
