#if FolderLibrary || canImport(Darwin)
public import CameraRoll
import Foundation

/// Carries out edits of a folder of photos: all of a transaction or none, whatever happens meanwhile.
///
/// Which files are to be moved is written down first, by itself. Then, in one transaction of the index, the edits are
/// carried out, the files are moved, their folders are written to the disk, and what was written down is taken back.
/// Where the process or the power ends before that is on disk, the files are moved back when the index is opened next.
/// Only then is removed what was copied into the library to be moved there.
struct FolderEditor: LibraryEditor {
    private let store: FolderStore
    private let identity: LibraryIdentity

    init(_ store: FolderStore, _ identity: LibraryIdentity) {
        (self.store, self.identity) = (store, identity)
    }

    func perform(_ transaction: EditTransaction) throws(EditError) -> EditReceipt {
        let staging = StagingFolder(store)
        var staged: [AssetPlaceholder: StagedAsset] = [:]
        // What was not moved into place is of no use.
        defer { staging.remove() }
        do {
            if needsRoot(transaction) { _ = try store.root.open() }
            for case .createAsset(let placeholder, let asset) in transaction.edits {
                staged[placeholder] = try staging.stage(asset, as: placeholder)
            }
            if !staged.isEmpty { try staging.synchronize() }
            store.hooks.reach(.staged)
            let receipt = try carryOut(transaction, staged)
            store.hooks.reach(.committed)
            for file in staged.values.flatMap(\.files) { file.source?.remove(store.hooks) }
            return receipt
        } catch {
            throw EditError(ofFolder: error)
        }
    }

    /// Whether files are moved, or the index is gone where the photos are.
    private func needsRoot(_ transaction: EditTransaction) -> Bool {
        store.index.isBesidePhotos || transaction.edits.contains(where: \.movesFiles)
    }

    /// Files that are missed are looked for while the index is not locked, once.
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

    /// Carries a transaction out, unless files are not where they are known to be.
    private func attempt(
        _ transaction: EditTransaction, _ staged: [AssetPlaceholder: StagedAsset], _ located: LocatedFiles
    ) throws -> Attempt {
        try store.durably { writer in
            // Of a process that has ended, while this one has had the index open.
            if transaction.edits.contains(where: \.movesFiles) { try writer.recover(by: try store.mover()) }
            let files = try FileMoves(store, located).planned(for: transaction, staged, writer)
            if !files.missing.isEmpty { return .missed(files.missing) }
            let plan = files.moves
            // Again: files that went with the root were not deleted before.
            let checked = needsRoot(transaction) ? try store.mover() : nil
            let mover = plan.isEmpty ? nil : checked
            if let mover { try prepare(plan, mover, writer) }
            do {
                var receipt = try writer.transaction {
                    try apply(transaction, staged, FileMoves(store, planned: plan, located), mover, writer)
                }
                try? store.hooks.took(.committed)
                receipt.token = try ChangeToken(library: identity, place: writer.connection.journalPlace().data)
                return .done(receipt)
            } catch {
                // The index is as it was; so be the files.
                if let mover { try writer.takeBackMoves(by: mover) }
                throw error
            }
        }
    }

    /// Makes the folders that files are moved to, and writes down what is to be moved.
    private func prepare(_ plan: [FileMove], _ mover: FileMover, _ writer: IndexWriter) throws {
        if plan.contains(where: { $0.goal.starts(with: FileMoves.hiddenTrash) }) {
            _ = try mover.root.folder(making: FileMoves.hiddenTrashNames)
        } else if let trash = mover.trash, plan.contains(where: { $0.goal.first == 47 }) {
            try makeTrash(trash)
        }
        try writer.takeBackMoves(by: mover, andIntend: plan)
        store.hooks.reach(.intended)
    }

    /// Makes a folder of the user's own for deleted files, and those that lead to it; their names are on disk then.
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
        var application = EditApplication(writer, staged: staged, files: files)
        for edit in transaction.edits { try application.apply(edit) }
        // Another process may have moved them, or taken the plan for that of a process that has ended.
        guard application.files.moves == plan, try writer.intends(plan) else {
            throw EditError.interrupted(reason: "files were moved meanwhile")
        }
        let receipt = try application.receipt()
        try transaction.commit()
        if let mover { try store.carryOut(plan, by: mover, writer) }
        return receipt
    }
}

/// What became of an attempt to carry out a transaction.
private enum Attempt: Sendable {
    case done(EditReceipt)
    /// Nothing was done: these files are not where the index has them.
    case missed([StoredFile])
}

extension FolderStore {
    /// Has the writer, whose transactions are on disk when they end.
    func durably<Value: Sendable>(_ body: (IndexWriter) throws -> Value) throws -> Value {
        try exclusively { writer in
            try writer.connection.execute("PRAGMA synchronous = FULL")
            defer { try? writer.connection.execute("PRAGMA synchronous = NORMAL") }
            return try body(writer)
        }
    }

    /// Moves the files that were written down, within the transaction that goes with it.
    func carryOut(_ moves: [FileMove], by mover: FileMover, _ writer: IndexWriter) throws {
        try mover.move(moves)
        hooks.reach(.filesMoved)
        try hooks.took(.filesMoved)
        try mover.synchronize(moves)
        try writer.intend([])
    }
}

extension FolderLibrary {
    /// What carries edits out.
    public func editor() throws(LibraryError) -> (any LibraryEditor)? {
        FolderEditor(store, identity)
    }
}

// MARK: - What is to be moved

extension FileMoves {
    /// Carries the edits out in the index and takes them back: what they would move, and what they miss.
    fileprivate func planned(
        for transaction: EditTransaction, _ staged: [AssetPlaceholder: StagedAsset], _ writer: IndexWriter
    ) throws -> FileMoves {
        guard transaction.edits.contains(where: \.movesFiles) else { return self }
        var files = self
        do {
            try writer.transaction {
                var application = EditApplication(writer, staged: staged, files: self)
                for edit in transaction.edits { try application.apply(edit) }
                files = application.files
                throw Rehearsal()
            }
        } catch is Rehearsal {
            return files
        }
        return files
    }
}

/// Ends a transaction that was only tried.
private struct Rehearsal: Error {}

extension LibraryEdit {
    fileprivate var movesFiles: Bool {
        switch self {
        case .createAsset, .deleteAssets: true
        default: false
        }
    }
}

// MARK: - Errors

extension EditError {
    /// What went wrong in a folder, as an error of an edit.
    init(ofFolder error: any Error) {
        switch error {
        case let error as EditError: self = error
        case let error as SQLiteError where error.isFull: self = .notEnoughSpace
        case let error as SQLiteError where error.isBusy: self = .interrupted(reason: error.description)
        case let error as SystemError: self.init(error.code)
        case let error as CocoaError: self.init(SystemError(error).code)
        case let error as SQLiteError where error.refusalCode != nil:
            self = .notSupported(reason: FolderError(error).description)
        case FolderError.notEnoughSpace: self = .notEnoughSpace
        case let error as FolderError where error.isAbsence: self = .volumeOffline
        case let error as FolderError where error.isRefusal: self = .notSupported(reason: error.description)
        default: self = .failed(reason: FolderError(error).description)
        }
    }

    private init(_ code: Int32) {
        let words = SystemError(code: code).description
        switch code {
        case ENOSPC, EDQUOT: self = .notEnoughSpace
        case ENXIO, ENODEV: self = .volumeOffline
        case EROFS, EACCES, EPERM: self = .notSupported(reason: "the folder cannot be written: \(words)")
        case ENOTDIR, ELOOP: self = .notSupported(reason: "a folder of the library is none, or a link: \(words)")
        case EXDEV: self = .notSupported(reason: "the trash is on another volume")
        case EEXIST, ESTALE, ENOENT: self = .interrupted(reason: "a file was changed meanwhile: \(words)")
        default: self = .failed(reason: words)
        }
    }
}
#endif
