#if FolderLibrary || canImport(Darwin)
public import CameraRoll
import Foundation

/// Carries out edits of a folder of photos: all of a transaction or none, whatever happens meanwhile.
///
/// Which files are to be moved is written down first, by itself. Then, in one transaction of the index, the edits are
/// carried out, the files are moved, and what was written down is taken back. Where the process ends before that is on
/// disk, the files are moved back when the index is opened next.
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
        defer { staged.values.forEach(staging.discard) }
        do {
            for case .createAsset(let placeholder, let asset) in transaction.edits {
                staged[placeholder] = try staging.stage(asset, as: placeholder)
            }
            let receipt = try carryOut(transaction, staged)
            for file in staged.values.flatMap(\.files) { file.source?.remove() }
            return receipt
        } catch {
            throw EditError(ofFolder: error)
        }
    }

    private func carryOut(
        _ transaction: EditTransaction, _ staged: [AssetPlaceholder: StagedAsset]
    ) throws -> EditReceipt {
        try store.durably { writer in
            // Of a process that has ended, while this one has had the index open.
            if transaction.edits.contains(where: \.movesFiles) { try writer.recover(root: store.index.root) }
            let plan = try FileMoves(store).planned(for: transaction, staged, writer)
            let root = plan.isEmpty ? nil : try OpenFolder(root: store.index.root)
            let mover = root.map(FileMover.init)
            if let mover { try prepare(plan, mover, writer) }
            do {
                var receipt = try writer.transaction {
                    try apply(transaction, staged, plan, mover, writer)
                }
                receipt.token = try ChangeToken(library: identity, place: writer.connection.journalPlace().data)
                return receipt
            } catch {
                // The index is as it was; so be the files.
                if let mover { try writer.takeBackMoves(by: mover) }
                throw error
            }
        }
    }

    /// Makes the folders that files are moved to, and writes down what is to be moved.
    private func prepare(_ plan: [FileMove], _ mover: FileMover, _ writer: IndexWriter) throws {
        for move in plan {
            let goal = String(decoding: move.goal, as: UTF8.self)
            let path = goal.hasPrefix("/") ? goal : store.index.root + "/" + goal
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        }
        try writer.takeBackMoves(by: mover, andIntend: plan)
    }

    private func apply(
        _ transaction: EditTransaction, _ staged: [AssetPlaceholder: StagedAsset], _ plan: [FileMove],
        _ mover: FileMover?, _ writer: IndexWriter
    ) throws -> EditReceipt {
        var application = EditApplication(writer, staged: staged, files: FileMoves(store, planned: plan))
        for edit in transaction.edits { try application.apply(edit) }
        // Another process may have moved them, or taken the plan for that of a process that has ended.
        guard application.files.moves == plan, try writer.intends(plan) else {
            throw EditError.interrupted(reason: "files were moved meanwhile")
        }
        let receipt = try application.receipt()
        try transaction.commit()
        try mover?.move(plan)
        try writer.intend([])
        return receipt
    }
}

extension FolderStore {
    /// Has the writer, whose transactions are on disk when they end: files that were moved are there too.
    fileprivate func durably<Value: Sendable>(_ body: (IndexWriter) throws -> Value) throws -> Value {
        try exclusively { writer in
            try writer.connection.execute("PRAGMA synchronous = FULL")
            defer { try? writer.connection.execute("PRAGMA synchronous = NORMAL") }
            return try body(writer)
        }
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
    /// Carries the edits out in the index and takes them back: what they would move.
    fileprivate func planned(
        for transaction: EditTransaction, _ staged: [AssetPlaceholder: StagedAsset], _ writer: IndexWriter
    ) throws -> [FileMove] {
        guard transaction.edits.contains(where: \.movesFiles) else { return [] }
        var moves: [FileMove] = []
        do {
            try writer.transaction {
                var application = EditApplication(writer, staged: staged, files: self)
                for edit in transaction.edits { try application.apply(edit) }
                moves = application.files.moves
                throw Rehearsal()
            }
        } catch is Rehearsal {
            return moves
        }
        return moves
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
        case let error as CocoaError where error.code == .fileWriteOutOfSpace: self = .notEnoughSpace
        case let error as CocoaError where error.code == .fileWriteVolumeReadOnly: self.init(EROFS)
        case let error as CocoaError where error.code == .fileWriteNoPermission: self.init(EACCES)
        default: self = .failed(reason: FolderError(error).description)
        }
    }

    private init(_ code: Int32) {
        let words = String(cString: strerror(code))
        switch code {
        case ENOSPC, EDQUOT: self = .notEnoughSpace
        case ENXIO, ENODEV: self = .volumeOffline
        case EROFS, EACCES, EPERM: self = .notSupported(reason: "the folder cannot be written: \(words)")
        case EXDEV: self = .notSupported(reason: "the trash is on another volume")
        case EEXIST, ESTALE, ENOENT: self = .interrupted(reason: "a file was changed meanwhile: \(words)")
        default: self = .failed(reason: words)
        }
    }
}
#endif
