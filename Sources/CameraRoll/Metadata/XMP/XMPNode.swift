/// An element or attribute of an XMP packet, by the positions of its parts.
struct XMPNode: Hashable, Sendable {
    /// The index of its namespace's URI among the packet's; -1 where it has none.
    let namespace: Int
    /// Its name without prefix.
    let name: Range<Int>
    /// Its text: an attribute's value, or what stands between an element's tags.
    var value: Range<Int>
    /// All of it, its tags among it.
    var extent: Range<Int>
    /// The index of the element that it belongs to; -1 for the outermost.
    let parent: Int
    let isAttribute: Bool
    var hasChildren = false
}
