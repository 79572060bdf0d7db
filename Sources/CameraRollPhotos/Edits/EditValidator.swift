#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// The objects of Photos to which a transaction refers.
struct EditObjects: Sendable {
    var assets: [AssetID: PHAsset] = [:]
    var albums: [AlbumID: PHAssetCollection] = [:]
    var folders: [AlbumID: PHCollectionList] = [:]
    /// The assets of albums whose positions are used.
    var members: [AlbumID: PHFetchResult<PHAsset>] = [:]
    /// The albums and folders that are in no folder, if one may be moved there.
    var topLevel: PHFetchResult<PHCollection>?
}

/// The edits of a transaction, checked against the library, and those that remain for Photos.
///
/// Anything that the same transaction creates and deletes is left out, with all its edits: Photos cannot delete what
/// does not exist yet.
final class EditValidator: @unchecked Sendable {  // Used by one thread at a time: the edits' thread waits for turns.
    /// The number of an album's members that are read, or of assets or albums that are looked up, in one turn.
    ///
    /// Photos takes 0.1 ms for each, and other reads wait meanwhile.
    static let slice = 32

    private(set) var objects = EditObjects()
    /// The checked edits, including those of albums and folders that exist only during the transaction.
    private var checked: [LibraryEdit] = []
    private let known: KnownAssets
    private let passingAssets: Set<AssetPlaceholder>

    /// The contents of each album after the edits so far, including deleted assets, which Photos still counts.
    private var lists: [AlbumReference: [AssetReference]] = [:]
    /// The members of the album that is being read, as far as they have been read.
    private var reading: [AssetReference] = []
    /// The numbers of assets and albums of the edit being checked that have been looked up.
    private var found = (assets: 0, albums: 0)
    private var deletedAssets: Set<AssetReference> = []
    private var created: Set<AssetPlaceholder> = []
    private var tree = CollectionTree()

    init(for edits: [LibraryEdit], _ known: KnownAssets) {
        self.known = known
        passingAssets = Set(edits.flatMap(\.deletedNewAssets))
    }

    /// The edits for Photos, once all have been checked.
    var steps: [LibraryEdit] {
        checked.compactMap { edit in
            edit.without { if case .created = $0 { tree.isDeleted($0) } else { false } }
        }
    }

    func releaseObjects() {
        objects = EditObjects()
        tree = CollectionTree()
    }

    /// Checks an edit, or reads a slice of what the check needs; returns whether the edit is done.
    func advance(_ edit: LibraryEdit) throws(EditError) -> Bool {
        guard findAlbums(edit.albumReferences), !edit.changesTree || tree.load() else { return false }
        if let album = edit.listedAlbum {
            guard try readList(of: album, for: edit) else { return false }
        }
        guard try findAssets(of: edit) else { return false }
        found = (0, 0)
        try prepare(edit)
        return true
    }

    /// Checks an edit for which everything has been read, and keeps the part that remains for Photos.
    func prepare(_ edit: LibraryEdit) throws(EditError) {
        // An editor is also called without a `ChangeRequest`, which checks the values, too.
        try edit.validateValues()
        switch edit {
        case .createAsset(let placeholder, let new): try prepareCreation(placeholder, new)
        case .deleteAssets, .setFavorite, .setHidden, .setCreationDate, .setLocation: prepareAssets(edit)
        case .createAlbum, .createFolder, .rename, .deleteCollections, .moveAlbum: try prepareCollections(edit)
        case .append, .insert, .remove, .move, .replace, .reorder: try prepareMembers(edit)
        }
    }
}

// MARK: - Assets

extension EditValidator {
    private func prepareCreation(_ placeholder: AssetPlaceholder, _ new: NewAsset) throws(EditError) {
        guard let main = new.resources.first else { throw .missingResource(placeholder, reason: "it has no file") }
        if !main.kind.isMain { throw .missingResource(placeholder, reason: "it has no main file") }
        let types = new.resources.map { NSNumber(value: $0.kind.rawValue) }
        guard PHAssetCreationRequest.supportsAssetResourceTypes(types) else {
            throw .notSupported(reason: "Photos creates no asset of these kinds of files")
        }
        created.insert(placeholder)
        if !passingAssets.contains(placeholder) { checked.append(.createAsset(placeholder, new)) }
    }

    private func prepareAssets(_ edit: LibraryEdit) {
        let references = edit.assetReferences
        if case .deleteAssets = edit {
            deletedAssets.formUnion(references)
            for album in lists.keys { takeDeletedAssets(out: album) }
        }
        let kept = kept(references)
        if !kept.isEmpty { checked.append(edit.withAssets(kept)) }
    }

    /// Looks up and checks the next assets of an edit; returns whether this was the last slice.
    private func findAssets(of edit: LibraryEdit) throws(EditError) -> Bool {
        let references = edit.assetReferences
        let slice = references[found.assets..<min(found.assets + Self.slice, references.count)]
        let unknown = slice.lazy.compactMap(\.existing).filter { self.objects.assets[$0] == nil }
        objects.assets.merge(known.find(unknown)) { first, _ in first }
        for reference in slice { try check(reference, for: edit) }
        found.assets = slice.endIndex
        return found.assets == references.count
    }

    /// Throws if an asset does not exist, was deleted in the transaction, or may not be edited in this way.
    private func check(_ reference: AssetReference, for edit: LibraryEdit) throws(EditError) {
        switch reference {
        case .existing(let id):
            guard let asset = objects.assets[id], !deletedAssets.contains(reference) else { throw .assetNotFound(id) }
            guard let operation = edit.assetOperation, !asset.canPerform(operation) else { return }
            throw .notSupportedForAsset(
                reason: operation == .delete ? "asset '\(id)' cannot be deleted" : "asset '\(id)' cannot be changed")
        case .created(let placeholder):
            let isThere = created.contains(placeholder) && !deletedAssets.contains(reference)
            if !isThere { throw .assetNotCreated(placeholder) }
        }
    }

    /// The assets for Photos, without those that exist only during the transaction.
    private func kept(_ references: [AssetReference]) -> [AssetReference] {
        references.filter { reference in
            if case .created(let placeholder) = reference { !passingAssets.contains(placeholder) } else { true }
        }
    }
}

// MARK: - Albums and folders

extension EditValidator {
    private func prepareCollections(_ edit: LibraryEdit) throws(EditError) {
        switch edit {
        case .createAlbum(let placeholder, _, let folder):
            try checkFolder(folder, to: [.createContent, .addContent])
            tree.add(.created(placeholder), to: folder, isFolder: false)
            lists[.created(placeholder)] = []
        case .createFolder(let placeholder, _, let folder):
            try checkFolder(folder, to: [.createContent, .addContent])
            tree.add(.created(placeholder), to: folder, isFolder: true)
        case .rename(let reference, _): try find(reference, to: [.rename])
        case .deleteCollections(let references): return try delete(references)
        case .moveAlbum(let reference, let folder):
            try find(reference, to: [])
            if !tree.canLeave(reference) { throw .notEditable(reference) }
            try checkFolder(folder, to: [.addContent])
            if let folder, tree.isFolder(reference), tree.path(to: folder).contains(reference) {
                throw .folderInItself(reference)
            }
            tree.move(reference, to: folder)
            if folder?.existing == nil { objects.topLevel = PHCollection.fetchTopLevelUserCollections(with: nil) }
        default: return
        }
        checked.append(edit)
    }

    private func delete(_ references: [AlbumReference]) throws(EditError) {
        for reference in references { try find(reference, to: [.delete]) }
        let deleted = tree.delete(references)
        for reference in deleted where reference.existing.flatMap(collection)?.canPerform(.delete) == false {
            throw .notEditable(reference)
        }
        if !deleted.isEmpty { checked.append(.deleteCollections(deleted)) }
    }

    /// Looks up the next albums and folders of an edit; returns whether this was the last slice.
    private func findAlbums(_ references: [AlbumReference]) -> Bool {
        let slice = references[found.albums..<min(found.albums + Self.slice, references.count)]
        lookUp(Set(slice.compactMap(\.existing)))
        found.albums = slice.endIndex
        return found.albums == references.count
    }

    /// Looks up albums and folders that are unknown.
    ///
    /// A fetch finds collections of one type only, which Photos infers from the identifiers: what it does not find is
    /// fetched again, and one by one in the end.
    private func lookUp(_ ids: Set<AlbumID>) {
        var missing = ids.filter { collection($0) == nil }
        var isProgress = true
        while isProgress, !missing.isEmpty {
            let rest = fetch(missing)
            isProgress = rest.count < missing.count
            missing = rest
        }
        if missing.count > 1 { for id in missing { _ = fetch([id]) } }
    }

    /// Fetches albums and folders; returns those that were not found.
    private func fetch(_ ids: Set<AlbumID>) -> Set<AlbumID> {
        for album in PHAssetCollection.found(ids) { objects.albums[AlbumID(album.localIdentifier)] = album }
        let others = ids.filter { collection($0) == nil }
        for folder in PHCollectionList.found(others) { objects.folders[AlbumID(folder.localIdentifier)] = folder }
        return others.filter { collection($0) == nil }
    }

    /// Finds an album or folder, and throws if it does not exist or may not be edited in this way.
    private func find(_ reference: AlbumReference, to operations: [PHCollectionEditOperation]) throws(EditError) {
        switch reference {
        case .created(let placeholder): if !tree.contains(reference) { throw .albumNotCreated(placeholder) }
        case .existing(let id):
            guard !tree.isDeleted(reference), let collection = collection(id) else { throw .albumNotFound(id) }
            if !operations.allSatisfy(collection.canPerform) { throw .notEditable(reference) }
        }
    }

    private func collection(_ id: AlbumID) -> PHCollection? {
        objects.albums[id] ?? objects.folders[id] as PHCollection?
    }

    private func isFolder(_ reference: AlbumReference) -> Bool {
        switch reference {
        case .existing(let id): objects.folders[id] != nil
        case .created: tree.isFolder(reference)
        }
    }

    private func checkFolder(
        _ reference: AlbumReference?, to operations: [PHCollectionEditOperation]
    ) throws(EditError) {
        guard let reference else { return }
        switch reference {
        case .created(let placeholder): if !tree.contains(reference) { throw .albumNotCreated(placeholder) }
        case .existing(let id):
            if tree.isDeleted(reference) || collection(id) == nil { throw .albumNotFound(id) }
        }
        if !isFolder(reference) { throw .notAFolder(reference) }
        try find(reference, to: operations)
    }
}

// MARK: - An album's assets

extension EditValidator {
    /// Reads the next slice of an album, unless the album has been read; returns whether it is complete.
    private func readList(of album: AlbumReference, for edit: LibraryEdit) throws(EditError) -> Bool {
        guard lists[album] == nil || tree.isDeleted(album) else {
            try find(album, to: edit.memberOperations)
            return true
        }
        switch album {
        case .created(let placeholder): throw .albumNotCreated(placeholder)
        case .existing(let id): if tree.isDeleted(album) || collection(id) == nil { throw .albumNotFound(id) }
        }
        if isFolder(album) { throw .notAnAlbum(album) }
        try find(album, to: edit.memberOperations)
        guard case .existing(let id) = album, let collection = objects.albums[id] else { throw .notAnAlbum(album) }
        let members = objects.members[id] ?? PHAsset.fetchAssets(in: collection, options: .everything)
        objects.members[id] = members
        let range = reading.count..<min(reading.count + Self.slice, members.count)
        reading += members.objects(at: IndexSet(integersIn: range)).map { .existing(AssetID($0)) }
        guard reading.count == members.count else { return false }
        lists[album] = reading
        reading = []
        return true
    }

    private func prepareMembers(_ edit: LibraryEdit) throws(EditError) {
        guard let album = edit.listedAlbum, var list = lists[album] else { return }
        let references = edit.assetReferences
        var step = edit
        switch edit {
        case .append:
            let present = Set(list)
            let new = references.filter { !present.contains($0) }
            list += new
            step = .append(kept(new), album)
        case .insert(_, let position, _):
            let present = Set(list)
            for reference in references where present.contains(reference) { throw .alreadyInAlbum(reference, album) }
            let place = try place(of: position, in: list, album)
            step = .insert(kept(references), at: kept(Array(list.prefix(place))).count, album)
            list.insert(contentsOf: references, at: place)
        case .remove:
            try take(references, from: &list, album)
            step = .remove(kept(references), album)
        case .move(_, let position, _):
            try take(references, from: &list, album)
            let place = try place(of: position, in: list, album)
            step = .move(kept(references), to: kept(Array(list.prefix(place))).count, album)
            list.insert(contentsOf: references, at: place)
        case .replace(let old, let new, _):
            guard let position = list.firstIndex(of: old) else { throw .notInAlbum(old, album) }
            if list.contains(new) { throw .alreadyInAlbum(new, album) }
            list[position] = new
            let before = kept(Array(list.prefix(position))).count
            checked += [.remove(kept([old]), album), .insert(kept([new]), at: before, album)]
                .filter { !$0.assetReferences.isEmpty }
            lists[album] = list
            return
        case .reorder:
            let present = Set(list)
            for reference in references where !present.contains(reference) { throw .notInAlbum(reference, album) }
            let count = list.count { !deletedAssets.contains($0) }
            guard Set(references).count == references.count, references.count == count else {
                throw .incompleteOrder(album, named: references.count, count: count)
            }
            var next = references.makeIterator()
            list = list.map { deletedAssets.contains($0) ? $0 : next.next() ?? $0 }
            step = .reorder(kept(list), album)
        default: return
        }
        lists[album] = list
        if !step.assetReferences.isEmpty { checked.append(step) }
    }

    private func take(
        _ references: [AssetReference], from list: inout [AssetReference], _ album: AlbumReference
    ) throws(EditError) {
        let present = Set(list)
        for reference in references where !present.contains(reference) { throw .notInAlbum(reference, album) }
        let taken = Set(references)
        list.removeAll { taken.contains($0) }
    }

    /// The index in an album's list for a position among the assets that have not been deleted.
    private func place(
        of position: Int, in list: [AssetReference], _ album: AlbumReference
    ) throws(EditError) -> Int {
        let places = list.indices.filter { !deletedAssets.contains(list[$0]) }
        guard 0...places.count ~= position else {
            throw .positionOutOfBounds(position, count: places.count, album)
        }
        return position < places.count ? places[position] : list.count
    }

    /// Removes deleted assets from an album that has been read, to which the transaction may have added them.
    private func takeDeletedAssets(out album: AlbumReference) {
        guard let list = lists[album], !tree.isDeleted(album), allowsRemoval(album) else { return }
        let gone = kept(list.filter { deletedAssets.contains($0) })
        guard !gone.isEmpty else { return }
        lists[album] = list.filter { !deletedAssets.contains($0) }
        checked.append(.remove(gone, album))
    }

    private func allowsRemoval(_ album: AlbumReference) -> Bool {
        album.existing.map { objects.albums[$0]?.canPerform(.removeContent) ?? false } ?? true
    }
}

extension PHAssetCollection {
    fileprivate static func found(_ ids: Set<AlbumID>) -> [PHAssetCollection] {
        guard !ids.isEmpty else { return [] }
        let found = fetchAssetCollections(withLocalIdentifiers: ids.map(\.rawValue), options: nil)
        return found.objects(at: IndexSet(integersIn: 0..<found.count))
    }
}

extension PHCollectionList {
    fileprivate static func found(_ ids: Set<AlbumID>) -> [PHCollectionList] {
        guard !ids.isEmpty else { return [] }
        let found = fetchCollectionLists(withLocalIdentifiers: ids.map(\.rawValue), options: nil)
        return found.objects(at: IndexSet(integersIn: 0..<found.count))
    }
}
#endif
