#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation
import LibraryEditing

// How an edit is carried out
//
// A transaction of edits changes the index (SQLite) and moves files: new ones into the folder of photos, deleted ones
// into the trash. Either both happen or neither, even if the process or the power ends at any moment. The order of
// steps guarantees it; each one is on disk before the next begins (`DurableStep`).
//
// 1. Stage. The files of new assets are written into a hidden folder on the photos' volume (`StagingFolder`), which the
//    process keeps locked, and their metadata are read.
// 2. Dry run. The edits are applied to the index and rolled back (`FileMoves.planned`), which yields the list of moves.
//    If another program has renamed a file that an edit needs, the index is unlocked while `FileSearch` finds it, and
//    the dry run is repeated once.
//    From here to the end the folder of photos is locked against the moves of other processes, which would take the
//    record of the next step for that of an ended process (`FolderStore.movingAlone`). Edits that move no files need
//    neither the lock nor the record: if another process moves files, they only wait for its transaction of step 4.
// 3. Record. The moves are written into the table `intent`, in a transaction of their own: a write-ahead record.
// 4. Commit. In one transaction of the index the edits are applied (`EditApplication`), the result is compared with the
//    plan, the files are moved (`FileMover`, which never replaces a file and checks the inode of each), their folders
//    are flushed, and the record is deleted. The commit of SQLite is the commit of the whole edit.
// 5. Clean up. The staging folder, and the originals of files that were moved into the library, are removed. On one
//    volume the staged file is a second name of the original, so a move copies nothing and needs no undoing.
//
// If step 4 fails, the index is rolled back and `takeBackMoves` moves the files back. If the process ends instead, the
// record is still there, and the next opening or edit, also of another process, undoes its moves (`recover`). Files
// that cannot be moved back now keep their record, and further moves are refused until they can. A deleted file that
// can never be moved back, or whose trash is not configured now, is in the trash with a record. A staging folder whose
// lock is free belongs to an ended process and is removed. The opening first compares its files with the index
// (`settleArrivals`): on a disk that does not keep the order of writes, the commit may have survived without the move.
//
// Restoring from the trash (`TrashRestorer`) uses steps 3 and 4 in the same way.

/// Carries out transactions of edits in a folder of photos, each completely or not at all.
struct FolderEditor: EditorBackend {
    private let store: FolderStore
    private let identity: LibraryIdentity

    init(_ store: FolderStore, _ identity: LibraryIdentity) {
        (self.store, self.identity) = (store, identity)
    }

    func perform(_ transaction: EditTransaction) throws(EditError) -> EditReceipt {
        try store.users.working { () throws(EditError) in
            let staging = StagingFolder(store)
            // Staged files that were not moved into place are useless.
            defer { staging.remove() }
            do {
                if needsRoot(transaction) { _ = try store.root.open() }
                let staged = try stage(transaction, in: staging)
                store.hooks.reach(.staged)
                let receipt = try carryOut(transaction, staged)
                store.hooks.reach(.committed)
                removeSources(of: staged, receipt)
                return receipt
            } catch {
                throw EditError(ofFolder: error)
            }
        }
    }

    private func stage(
        _ transaction: EditTransaction, in staging: StagingFolder
    ) throws -> [AssetPlaceholder: StagedAsset] {
        var staged: [AssetPlaceholder: StagedAsset] = [:]
        for case .createAsset(let placeholder, let asset) in transaction.edits {
            // Copying many files takes long.
            if transaction.isCancelled { throw EditError.cancelled }
            staged[placeholder] = try staging.stage(asset, as: placeholder)
        }
        if !staged.isEmpty { try staging.synchronize() }
        return staged
    }

    /// Removes the originals of files that were moved in, unless the same transaction has deleted their assets.
    private func removeSources(of staged: [AssetPlaceholder: StagedAsset], _ receipt: EditReceipt) {
        for (placeholder, asset) in staged where receipt.assets[placeholder] != nil {
            for file in asset.files { file.source?.remove(staged: file.status, store.hooks) }
        }
    }

    /// Whether files are moved, or the index disappears together with the photos.
    private func needsRoot(_ transaction: EditTransaction) -> Bool {
        store.index.isBesidePhotos || transaction.movesFiles
    }

    /// Searches once for missing files, while the index is not locked.
    private func carryOut(
        _ transaction: EditTransaction, _ staged: [AssetPlaceholder: StagedAsset]
    ) throws -> EditReceipt {
        let missing: [StoredFile]
        switch try attempt(transaction, staged, LocatedFiles()) {
        case .done(let receipt): return receipt
        case .missed(let files): missing = files
        }
        var search = try FileSearch(store, for: missing)
        let located = try search.run { transaction.isCancelled }
        switch try attempt(transaction, staged, located) {
        case .done(let receipt): return receipt
        case .missed: throw EditError.interrupted(reason: "files were moved meanwhile")
        }
    }

    /// Carries out a transaction, unless files are missing from their known locations.
    private func attempt(
        _ transaction: EditTransaction, _ staged: [AssetPlaceholder: StagedAsset], _ located: LocatedFiles
    ) throws -> Attempt {
        try store.durably(movingFiles: transaction.movesFiles) { writer in
            let files = try FileMoves(store, located).planned(for: transaction, staged, writer)
            if !files.missing.isEmpty { return .missed(files.missing) }
            let plan = files.moves
            // Checked again: if the files disappeared with the root, they were not deleted.
            let checked = needsRoot(transaction) ? try store.mover() : nil
            let mover = plan.isEmpty ? nil : checked
            if let mover { try prepare(plan, mover, writer) }
            do {
                var receipt = try writer.transaction {
                    try apply(transaction, staged, FileMoves(store, planned: files, located), mover, writer)
                }
                try? store.hooks.took(.committed)
                receipt.token = try ChangeToken(library: identity, place: writer.connection.journalPlace().data)
                return .done(receipt)
            } catch {
                // The index was rolled back; the files are moved back too.
                if let mover { try writer.takeBack(plan, by: mover) }
                throw error
            }
        }
    }

    /// Creates the destination folders, and writes the moves into the intent table.
    private func prepare(_ plan: [FileMove], _ mover: FileMover, _ writer: IndexWriter) throws {
        if plan.contains(where: { $0.goal.starts(with: TrashPlace.hidden.prefix) }) {
            _ = try mover.root.folder(making: TrashPlace.hiddenNames)
        } else if let trash = mover.trash, plan.contains(where: { $0.goal.first == 47 }) {
            try makeTrash(trash)
        }
        try writer.takeBackMoves(by: mover, andIntend: plan)
        store.hooks.reach(.intended)
    }

    /// Creates a user's folder for deleted files with its parents, and flushes their names to the disk.
    private func makeTrash(_ path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        let parent = (path as NSString).deletingLastPathComponent
        try makeTrash(parent)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try OpenFolder(root: parent).synchronize()
    }

    private func apply(
        _ transaction: EditTransaction, _ staged: [AssetPlaceholder: StagedAsset], _ files: FileMoves,
        _ mover: FileMover?, _ writer: IndexWriter
    ) throws -> EditReceipt {
        let plan = files.plan
        var application = EditApplication(to: IndexEditStore(writer, staged: staged, files: files))
        for edit in transaction.edits { try application.apply(edit) }
        // Another process may have moved the files, or mistaken the moves for those of an ended process. Moves that are
        // recorded for others do not matter to edits that move no files.
        guard application.store.files.moves == plan, try !transaction.movesFiles || writer.intends(plan) else {
            throw EditError.interrupted(reason: "files were moved meanwhile")
        }
        let receipt = try application.receipt()
        try transaction.commit()
        if let mover { try store.carryOut(plan, by: mover, writer) }
        return receipt
    }
}

/// The result of an attempt to carry out a transaction.
private enum Attempt: Sendable {
    case done(EditReceipt)
    /// Nothing was done: these files are not where the index has them.
    case missed([StoredFile])
}

extension FolderStore {
    /// Holds the writer, undoes the moves of an ended process, and then runs transactions that are flushed to disk when
    /// they end.
    ///
    /// - Parameter movesFiles: whether `body` moves files; if so, no other process does so meanwhile. Otherwise no
    ///   other process is waited for, and moves that cannot be undone are left as they are.
    func durably<Value: Sendable>(
        movingFiles movesFiles: Bool, _ body: (IndexWriter) throws -> Value
    ) throws -> Value {
        try exclusively { writer in
            try writer.connection.execute("PRAGMA synchronous = FULL")
            defer { try? writer.connection.execute("PRAGMA synchronous = NORMAL") }
            guard movesFiles else {
                if let mover = try? mover() { try? recoverIfAlone(writer, by: mover) }
                return try body(writer)
            }
            return try movingAlone {
                try writer.recover(by: try mover())
                return try body(writer)
            }
        }
    }

    /// Performs the recorded moves, within the index transaction of their edits.
    func carryOut(_ moves: [FileMove], by mover: FileMover, _ writer: IndexWriter) throws {
        try mover.move(moves)
        hooks.reach(.filesMoved)
        try hooks.took(.filesMoved)
        try mover.synchronize(moves)
        try writer.intend([])
    }
}

// MARK: - Dry run

extension FileMoves {
    /// Applies the edits to the index and rolls back: collects the moves and the missing files.
    fileprivate func planned(
        for transaction: EditTransaction, _ staged: [AssetPlaceholder: StagedAsset], _ writer: IndexWriter
    ) throws -> FileMoves {
        guard transaction.movesFiles else { return self }
        var files = self
        do {
            try writer.transaction {
                var application = EditApplication(to: IndexEditStore(writer, staged: staged, files: self))
                for edit in transaction.edits { try application.apply(edit) }
                files = application.store.files
                throw DryRunEnd()
            }
        } catch is DryRunEnd {
            return files
        }
        return files
    }
}

/// Rolls back a dry run.
private struct DryRunEnd: Error {}

extension EditTransaction {
    /// Whether the transaction's edits may move files.
    fileprivate var movesFiles: Bool {
        edits.contains { edit in
            switch edit {
            case .createAsset, .deleteAssets: true
            default: false
            }
        }
    }
}

// MARK: - Errors

extension EditError {
    /// Converts an error of a folder to an error of an edit.
    init(ofFolder error: any Error) {
        switch error {
        case let error as EditError: self = error
        case let error as SQLiteError where error.isFull: self = .notEnoughSpace
        case let error as SQLiteError where error.isBusy: self = .interrupted(reason: ErrorReason(error))
        case FolderError.busy: self = .interrupted(reason: ErrorReason(error))
        case let error as SystemError: self.init(error.code, causedBy: POSIXError(number: error.code))
        case let error as CocoaError: self.init(SystemError(error).code, causedBy: error)
        case let error as SQLiteError where error.refusalCode != nil:
            self = .notSupported(reason: ErrorReason(FolderError(error)))
        case FolderError.notEnoughSpace: self = .notEnoughSpace
        case let error as FolderError where error.isAbsence: self = .volumeOffline
        case let error as FolderError where error.isRefusal: self = .notSupported(reason: ErrorReason(error))
        default: self = .failed(reason: ErrorReason(FolderError(error)))
        }
    }

    private init(_ code: Int32, causedBy error: (any Error)?) {
        let words = SystemError(code: code).description
        func reason(_ text: String) -> ErrorReason { ErrorReason(text, causedBy: error) }
        switch code {
        case ENOSPC, EDQUOT: self = .notEnoughSpace
        case ENXIO, ENODEV: self = .volumeOffline
        case EROFS, EACCES, EPERM: self = .notSupported(reason: reason("the folder cannot be written: \(words)"))
        case ENOTDIR, ELOOP: self = .notSupported(reason: reason("a folder was replaced by a file or a link: \(words)"))
        case EXDEV: self = .notSupported(reason: reason("the trash is on another volume"))
        case EEXIST, ESTALE, ENOENT: self = .interrupted(reason: reason("a file was changed meanwhile: \(words)"))
        default: self = .failed(reason: reason(words))
        }
    }
}
#endif
