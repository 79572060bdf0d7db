/// What became of one object in a series of changes; who came and went within it is no news.
package struct ObjectFate: Hashable, Sendable {
    package var isInserted = false
    package var isUpdated = false
    package var isDeleted = false

    /// Nothing yet.
    package init() {}

    /// It comes, perhaps back, or goes.
    package mutating func note(isThere: Bool) {
        guard isThere else { return isDeleted = true }
        // What was there at first, went and has come again may be different.
        if isDeleted, !isInserted { isUpdated = true } else { isInserted = true }
        isDeleted = false
    }

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
