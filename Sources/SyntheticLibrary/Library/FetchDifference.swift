import CameraRoll
import LibraryEditing

extension SyntheticContents {
    /// The difference between two results of a query, of which the newer one is of these visible contents.
    ///
    /// Untouched assets that a limit pushed out or let in at the end of the list are not included: they follow from
    /// the rest.
    ///
    /// - Parameter place: the place of the older result in the journal, which must reach back that far.
    /// - Complexity: O(k) in the changes.
    func difference(of query: AssetQuery, _ journal: ChangeJournal, since place: Int) -> FetchUpdate.Difference {
        var difference = ListDifference<UInt32, AlbumID>(of: query, in: query.scope.album)
        journal.forEach(since: place) { entry in
            switch entry {
            case .inserted(let row), .updated(let row, _), .deleted(let row), .member(let row, _):
                if isVisible(row), let event = entry.event { difference.note(event) }
            case .collection: if let event = entry.event { difference.note(event) }
            case .selected(let row), .deselected(let row): if limits != nil { difference.touch(row) }
            }
        }
        if limits?.tellsDifferences == false, !difference.isEmpty { return .unknown(.limitedAccess) }
        return difference.difference(RowName.asset)
    }
}
