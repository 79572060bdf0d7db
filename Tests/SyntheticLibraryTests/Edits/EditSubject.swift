import Testing

@testable import CameraRoll
@testable import SyntheticLibrary

/// A store and its editor, as used by a transaction.
struct EditSubject {
    let store: SyntheticStore
    let editor: SyntheticEditor
    let signals = SignalCounter()

    init(
        assets: Int = 30, consent: SyntheticConsent = .never,
        authorization: any LibraryAuthorization = AlwaysAuthorized(), costs: CostModel = .free,
        _ configure: (inout SyntheticConfiguration) -> Void = { _ in }
    ) {
        var configuration = SyntheticConfiguration(assets: assets, costs: costs)
        configuration.consent = consent
        configure(&configuration)
        store = SyntheticStore(configuration)
        editor = SyntheticEditor(store, SyntheticAccess(authorization: authorization), LibraryIdentity("test"))
    }

    /// Performs edits.
    @discardableResult
    func perform(_ write: (inout ChangeRequest) -> Void) throws(EditError) -> EditReceipt {
        var edits = ChangeRequest()
        write(&edits)
        return try editor.perform(EditTransaction(edits.edits))
    }

    /// The members of an album, in its own order.
    func members(_ album: AlbumID) -> [AssetID] {
        let rows = try? store.contents.rows(of: .everything(in: album))
        return rows.map { $0.rows(in: 0..<$0.count).map(RowName.asset) } ?? []
    }

    /// The visible state of the library, including the journal's end.
    var trace: LibraryTrace {
        let contents = store.contents
        return LibraryTrace(
            assets: contents.assets, albums: contents.albums(), tree: contents.albumTree,
            members: Dictionary(uniqueKeysWithValues: contents.albums().map { ($0.id, members($0.id)) }),
            selection: contents.selection, place: store.withState { $0.journal.end })
    }
}

/// The state that must be the same before and after a failed transaction.
struct LibraryTrace: Equatable {
    let assets: [MediaAsset]
    let albums: [Album]
    let tree: [AlbumFolder.Item]
    let members: [AlbumID: [AssetID]]
    let selection: Set<AssetID>
    let place: Int
}

extension AssetQuery {
    /// All assets of an album in its own order, including hidden ones and burst members.
    static func everything(in album: AlbumID) -> AssetQuery {
        var query = AssetQuery.album(album).sorted()
        (query.hidden, query.bursts) = (.included, .all)
        return query
    }
}
