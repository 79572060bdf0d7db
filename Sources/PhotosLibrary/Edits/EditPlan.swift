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
    /// The albums and folders that are in no folder, if one is moved there.
    var topLevel: PHFetchResult<PHCollection>?
}

/// The edits of a transaction, checked against the library, and what is left of them for Photos.
///
/// Objects that the same transaction creates and deletes are left out with all their edits: Photos cannot delete what
/// does not exist yet.
final class EditPlan: @unchecked Sendable {  // Used by one thread at a time: the edits' thread waits for each turn.
    /// How many members of an album are read in one turn.
    ///
    /// Photos takes 0.1 ms for each, and other reads wait meanwhile.
    static let slice = 32

    /// The edits for Photos.
    private(set) var steps: [LibraryEdit] = []
    private(set) var objects = EditObjects()
    private let known: KnownAssets
    private let passingAssets: Set<AssetPlaceholder>
    private let passingAlbums: Set<AlbumPlaceholder>

    /// What each album contains after the edits so far.
    private var lists: [AlbumReference: [AssetReference]] = [:]
    /// The members read so far of the album that is being read.
    private var reading: [AssetReference] = []
    private var deletedAssets: Set<AssetReference> = []
    private var created: Set<AssetPlaceholder> = []
    private var tree = CollectionTree()

    init(for edits: [LibraryEdit], _ known: KnownAssets) {
        self.known = known
        passingAssets = Set(edits.flatMap(\.deletedNewAssets))
        passingAlbums = Set(edits.flatMap(\.deletedNewAlbums))
    }

    func releaseObjects() {
        objects = EditObjects()
    }

    /// Checks an edit, or reads a slice of the album that it needs; returns whether the edit is done.
    func advance(_ edit: LibraryEdit) throws(EditError) -> Bool {
        if let album = edit.listedAlbum {
            guard try readList(of: album, for: edit) else { return false }
        }
        try prepare(edit)
        return true
    }

    /// Checks an edit whose album is read, and adds what is left of it to the steps.
    func prepare(_ edit: LibraryEdit) throws(EditError) {
        switch edit {
        case .createAsset(let placeholder, let new): try prepareCreation(placeholder, new)
        case .deleteAssets, .setFavorite, .setHidden, .setCreationDate, .setLocation: try prepareAssets(edit)
        case .createAlbum, .createFolder, .rename, .deleteCollections, .moveAlbum: try prepareCollections(edit)
        case .append, .insert, .remove, .move, .replace, .reorder: try prepareMembers(edit)
        }
    }
}

// MARK: - Assets

extension EditPlan {
    private func prepareCreation(_ placeholder: AssetPlaceholder, _ new: NewAsset) throws(EditError) {
        guard let main = new.resources.first else { throw .missingResource(placeholder, reason: "it has no file") }
        if !main.kind.isMain { throw .missingResource(placeholder, reason: "it has no main file") }
        let types = new.resources.map { NSNumber(value: $0.kind.rawValue) }
        guard PHAssetCreationRequest.supportsAssetResourceTypes(types) else {
            throw .notSupported(reason: "Photos creates no asset of these kinds of files")
        }
        created.insert(placeholder)
        if !passingAssets.contains(placeholder) { steps.append(.createAsset(placeholder, new)) }
    }

    private func prepareAssets(_ edit: LibraryEdit) throws(EditError) {
        let references = edit.assetReferences
        try find(references)
        let isDeletion = if case .deleteAssets = edit { true } else { false }
        for case .existing(let id) in references {
            guard let asset = objects.assets[id], !asset.canPerform(isDeletion ? .delete : .properties) else {
                continue
            }
            throw .notSupportedForAsset(
                reason: isDeletion ? "asset '\(id)' cannot be deleted" : "asset '\(id)' cannot be changed")
        }
        if isDeletion {
            deletedAssets.formUnion(references)
            for album in lists.keys { lists[album]?.removeAll { deletedAssets.contains($0) } }
        }
        let kept = kept(references)
        if !kept.isEmpty { steps.append(edit.withAssets(kept)) }
    }

    /// Finds assets, and throws for one that does not exist or was deleted in the transaction.
    private func find(_ references: [AssetReference]) throws(EditError) {
        let unknown = references.lazy.compactMap(\.existing).filter { self.objects.assets[$0] == nil }
        objects.assets.merge(known.find(unknown)) { first, _ in first }
        for reference in references {
            switch reference {
            case .existing(let id):
                if objects.assets[id] == nil || deletedAssets.contains(reference) { throw .assetNotFound(id) }
            case .created(let placeholder):
                let isThere = created.contains(placeholder) && !deletedAssets.contains(reference)
                if !isThere { throw .assetNotCreated(placeholder) }
            }
        }
    }

    /// The assets for Photos, without those that exist in the transaction only.
    private func kept(_ references: [AssetReference]) -> [AssetReference] {
        references.filter { reference in
            if case .created(let placeholder) = reference { !passingAssets.contains(placeholder) } else { true }
        }
    }
}

// MARK: - Albums and folders

extension EditPlan {
    private func prepareCollections(_ edit: LibraryEdit) throws(EditError) {
        switch edit {
        case .createAlbum(let placeholder, _, let folder):
            try checkFolder(folder)
            tree.add(.created(placeholder), to: folder, isFolder: false)
            lists[.created(placeholder)] = []
        case .createFolder(let placeholder, _, let folder):
            try checkFolder(folder)
            tree.add(.created(placeholder), to: folder, isFolder: true)
        case .rename(let reference, _): try find(reference, to: .rename)
        case .deleteCollections(let references):
            for reference in references { try find(reference, to: .delete) }
            tree.load()
            for reference in references { tree.delete(reference) }
        case .moveAlbum(let reference, let folder):
            try find(reference, to: .rename)
            try checkFolder(folder)
            tree.load()
            if let folder, tree.isFolder(reference), tree.path(to: folder).contains(reference) {
                throw .folderInItself(reference)
            }
            tree.move(reference, to: folder)
            if folder == nil { objects.topLevel = PHCollection.fetchTopLevelUserCollections(with: nil) }
        default: return
        }
        if let step = edit.keepingCollections({ !isPassing($0) }) { steps.append(step.withoutContents(tree)) }
    }

    /// Whether an album or folder exists in the transaction only.
    private func isPassing(_ reference: AlbumReference) -> Bool {
        if case .created(let placeholder) = reference { passingAlbums.contains(placeholder) } else { false }
    }

    /// Finds an album or folder, and throws if it does not exist or may not be edited in this way.
    private func find(_ reference: AlbumReference, to operation: PHCollectionEditOperation) throws(EditError) {
        switch reference {
        case .created(let placeholder): if !tree.contains(reference) { throw .albumNotCreated(placeholder) }
        case .existing(let id):
            guard !tree.isDeleted(reference), let collection = collection(id) else { throw .albumNotFound(id) }
            if !collection.canPerform(operation) { throw .notEditable(reference) }
        }
    }

    private func collection(_ id: AlbumID) -> PHCollection? {
        if let found = objects.albums[id] ?? objects.folders[id] as PHCollection? { return found }
        let identifiers = [id.rawValue]
        if let album = PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: identifiers, options: nil)
            .firstObject
        {
            objects.albums[id] = album
            return album
        }
        let folder = PHCollectionList.fetchCollectionLists(withLocalIdentifiers: identifiers, options: nil).firstObject
        objects.folders[id] = folder
        return folder
    }

    private func isFolder(_ reference: AlbumReference) -> Bool {
        switch reference {
        case .existing(let id): objects.folders[id] != nil
        case .created: tree.isFolder(reference)
        }
    }

    private func checkFolder(_ reference: AlbumReference?) throws(EditError) {
        guard let reference else { return }
        switch reference {
        case .created(let placeholder): if !tree.contains(reference) { throw .albumNotCreated(placeholder) }
        case .existing(let id):
            if tree.isDeleted(reference) || collection(id) == nil { throw .albumNotFound(id) }
        }
        if !isFolder(reference) { throw .notAFolder(reference) }
        try find(reference, to: .addContent)
    }
}

// MARK: - An album's assets

extension EditPlan {
    /// Reads the next slice of an album, unless it is read; returns whether all of it is.
    private func readList(of album: AlbumReference, for edit: LibraryEdit) throws(EditError) -> Bool {
        guard lists[album] == nil || tree.isDeleted(album) else { return true }
        switch album {
        case .created(let placeholder): throw .albumNotCreated(placeholder)
        case .existing(let id): if tree.isDeleted(album) || collection(id) == nil { throw .albumNotFound(id) }
        }
        if isFolder(album) { throw .notAnAlbum(album) }
        try find(album, to: edit.memberOperation)
        guard case .existing(let id) = album, let collection = objects.albums[id] else { throw .notAnAlbum(album) }
        let members = objects.members[id] ?? PHAsset.fetchAssets(in: collection, options: .everything)
        objects.members[id] = members
        let range = reading.count..<min(reading.count + Self.slice, members.count)
        reading += members.objects(at: IndexSet(integersIn: range)).map { .existing(AssetID($0)) }
        guard reading.count == members.count else { return false }
        lists[album] = reading.filter { !deletedAssets.contains($0) }
        reading = []
        return true
    }

    private func prepareMembers(_ edit: LibraryEdit) throws(EditError) {
        guard let album = edit.listedAlbum, var list = lists[album] else { return }
        if case .existing = album { try find(album, to: edit.memberOperation) }
        let references = edit.assetReferences
        try find(references)
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
            try check(position, in: list, album)
            step = .insert(kept(references), at: kept(Array(list.prefix(position))).count, album)
            list.insert(contentsOf: references, at: position)
        case .remove:
            try take(references, from: &list, album)
            step = .remove(kept(references), album)
        case .move(_, let position, _):
            try take(references, from: &list, album)
            try check(position, in: list, album)
            step = .move(kept(references), to: kept(Array(list.prefix(position))).count, album)
            list.insert(contentsOf: references, at: position)
        case .replace(let old, let new, _):
            guard let position = list.firstIndex(of: old) else { throw .notInAlbum(old, album) }
            if list.contains(new) { throw .alreadyInAlbum(new, album) }
            list[position] = new
            let before = kept(Array(list.prefix(position))).count
            steps += [.remove(kept([old]), album), .insert(kept([new]), at: before, album)]
                .filter { !$0.assetReferences.isEmpty && !isPassing(album) }
            lists[album] = list
            return
        case .reorder:
            let present = Set(list)
            for reference in references where !present.contains(reference) { throw .notInAlbum(reference, album) }
            guard Set(references).count == references.count, references.count == list.count else {
                throw .incompleteOrder(album, named: references.count, count: list.count)
            }
            list = references
            step = .reorder(kept(references), album)
        default: return
        }
        lists[album] = list
        if !step.assetReferences.isEmpty, !isPassing(album) { steps.append(step) }
    }

    private func take(
        _ references: [AssetReference], from list: inout [AssetReference], _ album: AlbumReference
    ) throws(EditError) {
        let present = Set(list)
        for reference in references where !present.contains(reference) { throw .notInAlbum(reference, album) }
        let taken = Set(references)
        list.removeAll { taken.contains($0) }
    }

    private func check(_ position: Int, in list: [AssetReference], _ album: AlbumReference) throws(EditError) {
        guard 0...list.count ~= position else {
            throw .positionOutOfBounds(position, count: list.count, album)
        }
    }
}
#endif
