/// What became of one object in a series of changes; who came and went within it is no news.
package struct ObjectFate: Hashable, Sendable {
    package var isInserted = false
    package var isUpdated = false
    package var isDeleted = false

    /// Nothing yet.
    package init() {}

    /// Whether it was there at first or is there now, and something happened to it.
    package var isNews: Bool { !(isInserted && isDeleted) && (isInserted || isUpdated || isDeleted) }
}

extension LibraryChanges.Objects {
    /// Adds an object of which there is news.
    package mutating func add(_ id: ID, _ fate: ObjectFate) {
        if fate.isInserted {
            inserted.insert(id)
        } else if fate.isDeleted {
            deleted.insert(id)
        } else {
            updated.insert(id)
        }
    }
}
