/// The last check of a read under limited access: looks up the gathered assets again, slice by slice, if the user may
/// have deselected one of them since the first slice.
///
/// A pure value. The user may deselect further assets during the lookups: then all of them are looked up once more, but
/// at most three times after a slice of the read, so that a read ends however often the library changes. An asset that
/// is not missing was visible when the last round of lookups began, and by then the read had gathered all of its data.
struct SelectionCheck: Sendable {
    /// The maximum number of consecutive rounds of lookups.
    static let mostRounds = 3

    /// The assets that were found missing: deselected, or deleted.
    private(set) var missing: Set<AssetID> = []
    /// The permission's generation at the first slice, or at the first lookup of the last complete round.
    private var generation: UInt64?
    private var lookup: MissingAssetsRead<MediaAsset>?
    private var rounds = 0

    /// Creates the check of a read whose first slice belongs to a generation; nil if there was no slice yet.
    init(since generation: UInt64? = nil) {
        self.generation = generation
    }

    /// Whether assets are being looked up.
    var isRunning: Bool { lookup != nil }

    /// The number of assets still to be looked up.
    var itemsLeft: Int { lookup?.itemsLeft ?? 0 }

    /// Records the permission's generation of a slice of the read; only that of the first one counts.
    mutating func recordSlice(in libraryState: isolated LibraryState) {
        generation = generation ?? libraryState.generation
        rounds = 0
    }

    /// Begins to look up assets; returns false if that is not necessary.
    mutating func begin(
        _ assets: @autoclosure () -> ReadParts<MediaAsset>, in libraryState: isolated LibraryState
    ) -> Bool {
        guard libraryState.isLimited, generation != libraryState.generation, rounds < Self.mostRounds,
            case let assets = assets(), assets.count > 0
        else { return false }
        rounds += 1
        lookup = MissingAssetsRead(assets, id: { $0.id })
        return true
    }

    /// Looks up the next assets; returns true after the last one.
    mutating func advance(
        _ assets: ReadParts<MediaAsset>, in libraryState: isolated LibraryState
    ) throws(LibraryError) -> Bool {
        guard var lookup = lookup.take() else { return true }
        guard let found = try libraryState.advance(&lookup) else {
            self.lookup = lookup
            return false
        }
        missing.formUnion(found.assets)
        generation = found.generation
        return !begin(assets, in: libraryState)
    }
}

extension SelectionCheck {
    /// Ends a read of a snapshot's assets after its last slice, or begins to look up its assets.
    mutating func end(
        _ assets: [MediaAsset], items: Int, in libraryState: isolated LibraryState
    ) -> SliceOutcome<[MediaAsset]> {
        begin(ReadParts(assets), in: libraryState) ? .more(items: items) : .done(assets, items: items)
    }

    /// Looks up the next of a snapshot's assets; returns nil if they are not being looked up.
    ///
    /// - Throws: `.snapshotInvalidated` if one of them is missing, since positions have to stay valid.
    mutating func advance(
        _ assets: [MediaAsset], of snapshot: AssetSnapshot, in libraryState: isolated LibraryState
    ) throws(LibraryError) -> SliceOutcome<[MediaAsset]>? {
        guard isRunning else { return nil }
        guard try advance(ReadParts(assets), in: libraryState) else { return .more(items: 0) }
        guard missing.isEmpty else { throw .snapshotInvalidated(of: snapshot.library) }
        return .done(assets, items: 0)
    }
}

/// Determines which of some assets are not visible, in slices: they are deleted, or the user has deselected them.
///
/// An element is an asset, or stands for one. The elements are shared with the caller, and never copied.
struct MissingAssetsRead<Element: Sendable>: SlicedRead {
    /// The assets that do not exist, and the permission's generation from before the first of them was looked up.
    struct Output: Sendable {
        var assets: Set<AssetID> = []
        var generation: UInt64
    }

    private let elements: ReadParts<Element>
    private let id: @Sendable (Element) -> AssetID
    private var position = ReadParts<Element>.Position()
    private var output: Output?

    init(_ elements: ReadParts<Element>, id: @escaping @Sendable (Element) -> AssetID) {
        self.elements = elements
        self.id = id
    }

    var itemsLeft: Int { elements.count - position.count }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        Output
    > {
        let library = try libraryState.openLibrary()
        var output = output.take() ?? Output(generation: libraryState.generation)
        let ids = elements.next(max(items, SliceSizer.smallest), from: &position).map(id)
        let found = Set(try library.assets(withIdentifiers: ids).map(\.id))
        output.assets.formUnion(ids.lazy.filter { !found.contains($0) })
        guard elements.hasMore(from: position) else { return .done(output, items: ids.count) }
        self.output = consume output
        return .more(items: ids.count)
    }
}

extension LibraryState {
    /// Throws if assets of a fetch result are no longer visible.
    ///
    /// Photos' results continue to contain assets that the user has deselected since. Positions have to stay valid,
    /// so these assets cannot be removed, and the whole answer is refused: an app that shows the result takes a new
    /// one, as the update streams do. Nothing is looked up with full access, or if nothing has changed since the
    /// fetch.
    ///
    /// - Complexity: O(assets) under limited access, if the library has changed since the fetch.
    func checkSelection(_ assets: [MediaAsset], of id: SnapshotID) throws(LibraryError) {
        guard isLimited, !assets.isEmpty, let fetched = generation(of: id), fetched < generation else { return }
        let library = try openLibrary()
        let found = Set(try library.assets(withIdentifiers: assets.map(\.id)).map(\.id))
        guard assets.allSatisfy({ found.contains($0.id) }) else { throw .snapshotInvalidated(of: library.identity) }
    }
}
