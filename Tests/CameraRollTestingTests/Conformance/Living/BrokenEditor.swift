import CameraRoll
import CameraRollTesting
import Foundation
import Synchronization

/// A correct editor with one flaw.
struct BrokenEditor: EditorBackend {
    let base: any EditorBackend
    let memory: FlawMemory
    private var flaw: LivingFlaw? { memory.flaw }

    func perform(_ transaction: EditTransaction) throws(EditError) -> EditReceipt {
        switch flaw {
        case .neverEnds: memory.end.pass()
        case .ignoresGivingUp: return try base.perform(EditTransaction(transaction.edits))
        case .losesPassingEdits:
            if transaction.edits.contains(where: \.deletesAssets) {
                memory.isAsking.store(false, ordering: .sequentiallyConsistent)
            } else if memory.isAsking.load(ordering: .sequentiallyConsistent) {
                return EditReceipt()
            }
        case .neverCommits where transaction.isCancelled: try transaction.commit()
        case .neverCommits: return try base.perform(EditTransaction(transaction.edits))
        default: break
        }
        do throws(EditError) {
            return broken(try carryOut(transaction))
        } catch {
            return try failed(transaction, error)
        }
    }

    func mayAsk(_ edits: [LibraryEdit]) -> Bool {
        guard flaw == .losesPassingEdits, edits.contains(where: \.deletesAssets) else { return base.mayAsk(edits) }
        memory.isAsking.store(true, ordering: .sequentiallyConsistent)
        return true
    }

    /// Performs the edits as the flaw requires.
    private func carryOut(_ transaction: EditTransaction) throws(EditError) -> EditReceipt {
        let edits = transaction.edits.flatMap { brokenAlbumEdit($0) ?? brokenMemberEdit($0) ?? brokenAssetEdit($0) }
        if edits == transaction.edits { return try base.perform(transaction) }
        try transaction.commit()
        return try base.perform(EditTransaction(edits))
    }

    private func failed(_ transaction: EditTransaction, _ error: EditError) throws(EditError) -> EditReceipt {
        switch (flaw, error) {
        case (.notAtomic, _): _ = try base.perform(EditTransaction(Array(transaction.edits.prefix(3))))
        case (.vagueErrors, _): throw .failed(reason: "something")
        case (.signalsRefusals, _): memory.signalAll()
        case (.swallowsErrors, _), (.editsSmartAlbums, .notEditable): return EditReceipt()
        default: break
        }
        throw error
    }

    private func broken(_ receipt: EditReceipt) -> EditReceipt {
        var receipt = receipt
        switch flaw {
        case .swapsPlaceholders:
            let ids = receipt.albums.values.sorted()
            let others = zip(ids, ids.dropFirst() + ids.prefix(1))
            let swapped = Dictionary(others, uniquingKeysWith: { first, _ in first })
            receipt.albums = receipt.albums.mapValues { swapped[$0] ?? $0 }
        case .forgetsPlaceholders: receipt.albums = [:]
        case .staleReceipts: receipt.token = memory.oldest(receipt.token)
        default: break
        }
        return receipt
    }
}

extension LibraryEdit {
    fileprivate var deletesAssets: Bool {
        if case .deleteAssets = self { true } else { false }
    }
}

// MARK: - Different edits

extension BrokenEditor {
    private func brokenAssetEdit(_ edit: LibraryEdit) -> [LibraryEdit] {
        switch (flaw, edit) {
        case (.ignoresFavorites, .setFavorite), (.ignoresHiding, .setHidden), (.ignoresDates, .setCreationDate),
            (.ignoresPlaces, .setLocation), (.ignoresDeletion, .deleteAssets):
            return []
        case (.createsVideos, .createAsset(let placeholder, _)):
            let video = NewAsset(resources: [.init(.video, .data(Data([1])))])
            return [.createAsset(placeholder, video)]
        case (.plainNewAssets, .createAsset(let placeholder, let new)):
            return [.createAsset(placeholder, NewAsset(resources: new.resources))]
        default: return [edit]
        }
    }

    private func brokenAlbumEdit(_ edit: LibraryEdit) -> [LibraryEdit]? {
        switch (flaw, edit) {
        case (.namesOtherwise, .createAlbum(let placeholder, let title, let folder)):
            [.createAlbum(placeholder, title: title.uppercased(), folder: folder)]
        case (.flattensFolders, .createAlbum(let placeholder, let title, _)):
            [.createAlbum(placeholder, title: title, folder: nil)]
        case (.flattensFolders, .createFolder(let placeholder, let title, _)):
            [.createFolder(placeholder, title: title, folder: nil)]
        case (.ignoresRenaming, .rename), (.ignoresAlbumDeletion, .deleteCollections), (.ignoresAlbumMoves, .moveAlbum):
            []
        default: nil
        }
    }

    private func brokenMemberEdit(_ edit: LibraryEdit) -> [LibraryEdit]? {
        switch (flaw, edit) {
        case (.appendsAtFront, .append(let assets, let album)): [.insert(assets, at: 0, album)]
        case (.insertsAtFront, .insert(let assets, _, let album)): [.insert(assets, at: 0, album)]
        case (.keepsRemoved, .remove): []
        case (.insertsBeforeTakingOut, .move(let assets, let position, let album)):
            [.move(assets, to: max(position - 1, 0), album)]
        case (.replacesAtEnd, .replace(let old, let new, let album)): [.remove([old], album), .append([new], album)]
        case (.reordersBackwards, .reorder(let assets, let album)): [.reorder(assets.reversed(), album)]
        default: nil
        }
    }
}
