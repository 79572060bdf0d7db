#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation
import Synchronization

// How indexing works
//
// A scan compares the folder of photos with the index and writes the differences. `ScanScheduler` runs the scans of a
// folder one after another on one thread; several callers may share a scan (`ScanQueueState`, `ScanSubscription`).
//
// Threads. The scan's thread walks the tree depth first and compares; the readers, as many as configured, read the next
// folders ahead (`FolderWalk`) and the heads of new and changed files (`FileBatch`), and the scan's thread reads what
// it needs if no reader has begun to; the index's thread writes (`BatchWriter`). `ScanPipeline` connects them in a
// fixed order with bounded queues, so the result does not depend on timing, and a slow disk stops the walk instead of
// filling memory. Each batch is one transaction of 256 to 2,048 files, after which libraries are notified and show the
// new photos.
//
// Comparison. A folder's listing and its rows in the index are two lists sorted by name, merged in one pass. A file
// with the same size, times and inode costs no allocation and is not opened. A snapshot of the index from before the
// listing is used, so that a file that an edit adds meanwhile counts as new, not as gone.
//
// Identity. User data must follow a file that is moved, renamed, replaced or restored; the rules are a table in
// `FileRecognition.swift`. Names are decided in phases, the most certain first (`ScanPhase`): new names, then names
// whose files are recognized by inode, by content, and last by name alone. `replaced`, and `deferred` of the writer,
// collect the folders that a later phase must visit again. Only a scan of the whole tree can decide some names, so a
// scan of single folders is extended if it finds such names.
//
// Missing files. Files and folders that were not found are removed only after all phases, once a last check has shown
// that they do not exist (`FileExistence`). Their assets are kept as missing with all user data, and expire after 90
// days (`LostAssets`). A volume that is away, or another one in its place, is not compared (`VolumeIdentity`).
//
// Interruption. A scan may be canceled, or the process may end, after any transaction: the next scan compares again and
// finds the rest. Afterward, SQLite's log is moved into the index.

/// The extent of a scan.
enum ScanScope: Sendable {
    /// The whole tree.
    case everything
    /// These folders, and new folders in them.
    case folders(Set<FolderID>)
}

/// One comparison of a folder of photos with the index; used on one thread.
///
/// Each folder is read in the order of its names and compared with the index as two sorted lists: an unchanged file
/// costs no allocation and is not opened. Missing files are removed only at the end, since they may have moved.
final class TreeScan {
    private let store: FolderStore
    private let root: OpenFolder
    private let identity: VolumeIdentity
    private let excluded: Exclusions
    private let connection: SQLiteConnection
    private let control: ScanControl
    private var line: ScanPipeline
    private var walk: FolderWalk
    private var meter: ScanMeter
    private var vanished = MissingFiles()
    /// The names that are compared while the files are; nil if there is nothing to compare.
    private let strayNames: StrayNames?
    /// Folders with names that belong to other files than before; visited last.
    private var replaced: Set<FolderID> = []
    /// The known names whose files were read in the phase of known files.
    private var readEarly: Set<ReadName> = []
    /// The current phase.
    private var phase = ScanPhase.newNames

    /// - Throws: `FolderError.cannotOpenRoot`, or the error of opening the index.
    init(_ store: FolderStore, _ control: ScanControl) throws {
        root = try store.index.openRoot()
        identity = root.volumeIdentity(store.hooks)
        try store.prepare()
        self.store = store
        self.control = control
        excluded = Exclusions(store.configuration, index: store.index.path, within: root)
        connection = try store.index.reader()
        // In a first indexing, no file can have moved.
        let known = ["file", "lost", "trashed"].map { "EXISTS(SELECT 1 FROM \($0))" }.joined(separator: " OR ")
        let knowsFiles = try connection.number("SELECT \(known)") != 0
        line = try ScanPipeline(store, control, movesWithin: knowsFiles ? root : nil)
        walk = FolderWalk(line.readers)
        // A first indexing writes all names itself.
        strayNames = knowsFiles && !store.hasComparedNames.load(ordering: .relaxed) ? StrayNames(store.index) : nil
        meter = ScanMeter(control)
        // SQLite has just written to these, often on the volume of the photos.
        for path in ["", "-wal", "-shm"].map({ store.index.path + $0 }) {
            guard let status = FileStatus(ofItemAt: path) else { continue }
            _ = store.clocks.withLock { $0.time(on: status.device, after: [status.changed], at: FileAge.now) }
        }
    }

    /// Scans everything in a scope, and writes the differences into the index.
    ///
    /// The last report, that the scan is finished, is left to the caller, who moves the log first.
    ///
    /// - Returns: the counts of the finished scan.
    func run(_ scope: ScanScope) throws -> IndexingProgress {
        do {
            return try look(at: scope)
        } catch {
            // Nothing may be written after the scan has ended.
            walk.end()
            line.abandon()
            strayNames?.discard()
            throw error
        }
    }

    private func look(at scope: ScanScope) throws -> IndexingProgress {
        try connection.checkRoot(root, identity, of: store.index)
        switch scope {
        case .everything:
            meter.begin(known: Int(try connection.number("SELECT count(*) FROM file")))
            if let strayNames { _ = try? line.readers.submit(strayNames, priority: .visible) }
            try visitEverything()
        case .folders(let folders):
            meter.begin(known: 0)
            try visit(folders)
            // A name's former file may be in any folder: only a scan of all of them can find it.
            if try leavesNamesOpen() { try visitEverything() }
        }
        meter.settle()
        try visitReplaced()
        try settle()
        let isWhole = if case .everything = scope { true } else { false }
        let names = isWhole ? try strayNames?.take() : nil
        let released = try store.write { writer in
            defer { writer.released = [] }
            if let names { try writer.pairAgain(names.contents) }
            return writer.released
        }
        if !released.isEmpty {
            try visit(released)
            try settle()
        }
        store.hooks.reach(.settled)
        try end(isWhole: isWhole, strays: names?.assets ?? [])
        return meter.progress
    }

    private func visitEverything() throws {
        try visit(.root, at: [], isWhole: true, share: 1) { [root] in root }
    }

    private func visit(_ folders: Set<FolderID>) throws {
        let share = 1 / Double(max(1, folders.count))
        for id in folders.sorted(by: { $0.row < $1.row }) {
            guard let path = try connection.path(of: id) else { continue }
            if excluded.excludes(path) || excluded.isMarked(path, beneath: root) {
                try vanished.add(id, in: connection)
                continue
            }
            // If the folder is gone, its parent is visited too, which removes it.
            try visit(id, at: path, isWhole: false, share: share) { [root] () throws(SystemError) in
                try root.folder(at: path)
            }
        }
    }

    /// Whether there are names that can be decided only when all files are known.
    private func leavesNamesOpen() throws -> Bool {
        try drain()
        return try !replaced.isEmpty || store.exclusively { writer in !writer.deferred.isEmpty }
    }

    /// Visits names that belong to other files than before, now that all files under new names are known.
    ///
    /// Files that are recognized with certainty come first, and those that only their names identify last.
    private func visitReplaced() throws {
        for phase in [ScanPhase.knownFiles, .contents, .names] {
            try drain()
            let open = try takeOpenNames(indexing: phase == .knownFiles && !replaced.isEmpty)
            self.phase = phase
            line.enter(phase)
            try visit(open)
        }
    }

    /// Removes and returns the folders with undecided names.
    private func takeOpenNames(indexing: Bool) throws -> Set<FolderID> {
        let deferred = try store.exclusively { writer in
            if indexing { try writer.transaction { try writer.indexMoves() } }
            defer { writer.deferred = [] }
            return writer.deferred
        }
        defer { replaced = [] }
        return replaced.union(deferred)
    }

    private func drain() throws {
        meter.read(try line.drain())
    }

    /// Whether a name is to be decided in this phase, not in a later one.
    private func isDue(
        _ entry: FolderListing.Entry, _ comparison: FileComparison, _ isKnown: Bool
    ) throws -> Bool {
        switch phase {
        case .newNames: comparison != .replaced
        case .knownFiles:
            // The name's former file may have been found elsewhere by now.
            try (comparison == .replaced || !isKnown)
                && connection.number(
                    "SELECT EXISTS(SELECT 1 FROM file WHERE inode = ? AND asset IS NOT NULL)",
                    .integer(entry.status?.inode ?? 0)) != 0
        case .contents, .names: true
        }
    }

    private func settle() throws {
        try drain()
        store.hooks.reach(.walked)
        try control.check()
        try vanished.settle(in: store, FileExistence(beneath: root, except: excluded), connection, control)
        vanished = MissingFiles()
    }

    private func end(isWhole: Bool, strays: [Int64]) throws {
        try store.write { writer in
            try writer.renameStrays(strays)
            try writer.connection.run(
                """
                UPDATE library SET root_inode = ?1, root_volume = ?2, root_birth = ?3
                WHERE (root_inode, root_volume, root_birth) IS NOT (?1, ?2, ?3)
                """, .integer(identity.inode), identity.volume.map { .integer($0) } ?? .null,
                identity.birth.map { .integer($0) } ?? .null)
            if isWhole { try writer.forgetLost(now: store.hooks.now) }
        }
        if isWhole { store.hasComparedNames.store(true, ordering: .relaxed) }
        store.root.accept(root)
        meter.finish()
    }
}

// MARK: - A folder

extension TreeScan {
    /// Compares a folder with the index, and then its subfolders.
    ///
    /// - Parameters:
    ///   - path: the names that lead to the folder.
    ///   - isWhole: whether subfolders that the index knows are visited too.
    ///   - share: the folder's share of the walk.
    private func visit(
        _ id: FolderID, at path: [[UInt8]], isWhole: Bool, share: Double,
        _ open: @escaping @Sendable () throws(SystemError) -> OpenFolder
    ) throws {
        walk.push([WalkedFolder(id, at: path, isWhole: isWhole, share: share, reading(of: id, at: path, open))])
        while let folder = walk.next() {
            try control.check()
            guard folder.path.count <= TreeDepth.limit else {
                meter.pass(folder.share)
                try store.write { try $0.setProblem(.tooDeep, of: folder.id) }
                continue
            }
            switch folder.read() {
            case .listed(let opened, let listing): try compare(folder, opened, listing)
            case .passedOver: meter.pass(folder.share)
            case .failed(let error): try note(error, of: folder)
            }
        }
    }

    /// The reading of a folder, which is watched before it is read; skips the library's own folders.
    private func reading(
        of id: FolderID, at path: [[UInt8]], _ open: @escaping @Sendable () throws(SystemError) -> OpenFolder
    ) -> FolderReading {
        FolderReading(
            store.hooks, except: excluded.names(in: path),
            prepare: { [excluded, control] folder in
                guard !excluded.contains(folder.status), control.isWanted else { return false }
                control.visit(folder, id)
                return true
            }, open: open)
    }

    /// Compares a folder's files with the index, and pushes its subfolders.
    private func compare(_ walked: WalkedFolder, _ folder: OpenFolder, _ read: FolderListing) throws {
        if phase == .newNames { meter.visitFolder() }
        if try isAway(walked, folder, read) { return meter.pass(walked.share) }
        // The snapshot is taken before the folder is read: a file that an edit puts there meanwhile must count as new,
        // not as gone. If the folder was read ahead and has changed since, it is read again.
        let known = try KnownFiles(of: walked.id, in: connection)
        defer { known.end() }
        var listing = read
        if read.isOutdated(of: folder, grain: store.configuration.clockGrain) {
            do throws(SystemError) {
                listing = try FolderListing(folder, except: excluded.names(in: walked.path))
            } catch {
                return try note(error, of: walked)
            }
        }
        if phase == .newNames { meter.passOver(listing.excludedCount) }
        let files = listing.entries.count { $0.status?.kind != .folder }
        let share = files == 0 ? 0 : walked.share / Double(listing.entries.count - files + 1)
        let time = store.clocks.withLock { $0.time(on: folder.status.device, after: listing.changes, at: listing.time) }
        let age = FileAge.Limit(now: time, grain: store.configuration.clockGrain)
        try compare(listing, with: known, folder, walked.id, age, share: share / Double(max(1, files)))
        let problem = try connection.number("SELECT problem FROM folder WHERE id = ?", .integer(walked.id.row))
        if problem != 0 { try store.write { try $0.setProblem(nil, of: walked.id) } }
        let children = try children(of: walked.id, in: listing, of: folder).filter { walked.isWhole || $0.isNew }
        if children.isEmpty { meter.pass(walked.share - share) }
        walk.push(
            children.map { child in
                let path = walked.path + [child.name]
                return WalkedFolder(
                    child.id, at: path, isWhole: true,
                    share: (walked.share - share) / Double(children.count),
                    reading(of: child.id, at: path) { () throws(SystemError) in
                        try folder.named(child.name) { (folder, name) throws(SystemError) in try folder.folder(name) }
                    })
            })
    }

    /// Whether the volume that a folder was on is not mounted, or is another one: then what is known stays.
    private func isAway(_ walked: WalkedFolder, _ folder: OpenFolder, _ listing: FolderListing) throws -> Bool {
        guard walked.id != .root else { return false }
        let now = folder.volume(at: walked.path, beneath: root, store.hooks)
        let former = try connection.first("SELECT volume FROM folder WHERE id = ?", [.integer(walked.id.row)]) {
            $0.number(0)
        }
        let known = former ?? nil
        guard now != known else { return false }
        if known != nil {
            let isEmpty = listing.entries.isEmpty
            if try isEmpty || !connection.hasKnownFiles(folder, in: walked.id, atLeast: 1) {
                try store.write { try $0.setProblem(isEmpty ? .volumeAway : .otherVolume, of: walked.id) }
                return true
            }
        }
        try store.write { writer in
            try writer.connection.run(
                "UPDATE folder SET volume = ? WHERE id = ?", now.map { .integer($0) } ?? .null,
                .integer(walked.id.row))
        }
        return false
    }

    /// - Parameter share: each file's share of the walk.
    private func compare(
        _ listing: FolderListing, with known: KnownFiles, _ folder: OpenFolder, _ id: FolderID,
        _ age: FileAge.Limit, share: Double
    ) throws {
        var items: [FileBatch.Item] = []
        var companions = Companions(listing)
        /// Companions are written after their pictures: if the process ends in between, the pictures are read again.
        var (described, read): ([FileBatch.Item], Set<[UInt8]>) = ([], [])
        for entry in listing.entries where entry.status?.kind != .folder {
            if phase == .newNames { meter.look(at: entry.status, share: share) }
            let isKnown = try known.advance(to: entry, of: listing) { file in
                vanished.files.append(file)
                companions.noteChange(of: file.name)
            }
            let comparison = isKnown ? entry.status.map(known.comparison) ?? .different : .different
            if comparison == .same { continue }
            if !companions.isEmpty, comparison != .renumbered { read.insert(listing.name(entry)) }
            if let companion = companions.file(listing.name(entry)), comparison != .renumbered {
                companions.noteChange(of: companion.name)
                described.append(
                    FileBatch.Item(entry, of: listing, comparison, isKnown: isKnown, age, companion))
                continue
            }
            // It may have been a description until it became empty or too long.
            if isKnown, comparison != .renumbered { companions.noteChange(of: listing.name(entry)) }
            if try !isDue(entry, comparison, isKnown) {
                replaced.insert(id)
                if phase == .newNames { meter.expectReads(1) }
                continue
            }
            var item = FileBatch.Item(entry, of: listing, comparison, isKnown: isKnown, age)
            item.companions = companions.files(of: item.name)
            items.append(item)
            if items.count >= ScanPipeline.chunkLength { try send(&items, folder, id) }
        }
        try known.finish { file in
            vanished.files.append(file)
            companions.noteChange(of: file.name)
        }
        for entry in listing.entries where companions.hasChanges && entry.status?.kind == .file {
            var item = FileBatch.Item(entry, of: listing, .different, isKnown: true, age)
            guard !read.contains(item.name), companions.haveChanged(of: item.name) else { continue }
            (item.companions, item.isReread) = (companions.files(of: item.name), true)
            items.append(item)
            if items.count >= ScanPipeline.chunkLength { try send(&items, folder, id) }
        }
        try send(&items, folder, id)
        for start in stride(from: 0, to: described.count, by: ScanPipeline.chunkLength) {
            var chunk = Array(described[start...].prefix(ScanPipeline.chunkLength))
            try send(&chunk, folder, id)
        }
    }

    /// Whether a file is read for the first time in this scan; an undecided file is read in later phases too.
    private func isFirstRead(_ item: FileBatch.Item, in folder: FolderID) -> Bool {
        if case .renumbered = item.known { return false }
        switch phase {
        case .newNames: return true
        case .knownFiles:
            if item.isKnown { readEarly.insert(ReadName(folder: folder, name: item.name)) }
            return item.isKnown
        case .contents: return item.isKnown && !readEarly.contains(ReadName(folder: folder, name: item.name))
        case .names: return false
        }
    }

    private func send(_ items: inout [FileBatch.Item], _ folder: OpenFolder, _ id: FolderID) throws {
        guard !items.isEmpty else { return }
        let firstReads = items.count { isFirstRead($0, in: id) }
        if phase == .newNames { meter.expectReads(firstReads) }
        meter.read(try line.add(items, of: folder, id, firstReads: firstReads))
        items = []
        try control.check()
    }

    private func note(_ error: SystemError, of folder: WalkedFolder) throws {
        meter.pass(folder.share)
        // A folder that has disappeared will be missing in the next scan.
        guard error.code != ENOENT, error.code != ENOTDIR else { return }
        try store.write { try $0.setProblem(.unreadable(code: error.code), of: folder.id) }
    }
}

/// A name in a folder.
private struct ReadName: Hashable {
    let folder: FolderID
    let name: [UInt8]
}

// MARK: - Subfolders

/// A subfolder of a visited folder.
private struct ChildFolder {
    let name: [UInt8]
    let id: FolderID
    let isNew: Bool
}

extension TreeScan {
    private func children(
        of id: FolderID, in listing: FolderListing, of folder: OpenFolder
    ) throws -> [ChildFolder] {
        let stored = try connection.rows(
            "SELECT name, id FROM folder WHERE parent = ?", [.integer(id.row)],
            read: { ($0.blob(0) ?? [], FolderID(row: $0.integer(1))) })
        var known = Dictionary(stored, uniquingKeysWith: { first, _ in first })
        let folders = listing.entries.filter { entry in
            entry.status.map { $0.kind == .folder && !excluded.contains($0) } ?? false
        }
        let names = folders.map(listing.name).filter { !excluded.isMarked($0, in: folder) }
        if phase == .newNames { meter.passOver(folders.count - names.count) }
        var children = names.map { name in
            ChildFolder(name: name, id: known.removeValue(forKey: name) ?? .root, isNew: false)
        }
        for gone in known.values { try vanished.add(gone, in: connection) }
        let new = children.indices.filter { children[$0].id == .root }
        guard !new.isEmpty else { return children }
        let made = try store.write { writer in try new.map { try writer.folder(names[$0], in: id) } }
        store.hooks.reach(.foldersMade)
        for (index, id) in zip(new, made) { children[index] = ChildFolder(name: names[index], id: id, isNew: true) }
        return children
    }
}

extension FolderListing {
    /// The times of the last changes of its entries.
    fileprivate var changes: some Sequence<Int64> { entries.lazy.compactMap(\.status?.changed) }
}

extension FileBatch.Item {
    fileprivate init(
        _ entry: FolderListing.Entry, of listing: FolderListing, _ comparison: FileComparison, isKnown: Bool,
        _ age: FileAge.Limit, _ companion: CompanionFile? = nil
    ) {
        self.companion = companion
        name = listing.name(entry)
        self.isKnown = isKnown
        status = entry.status ?? FileStatus(stat())
        changed = FileAge.kept(of: status, at: age.now, grain: age.grain)
        known =
            switch entry.status?.kind {
            case nil: .nothing(.unreadable(code: entry.code))
            case .symbolicLink: .nothing(.symbolicLink)
            case .other: .nothing(.notAFile)
            case .file, .folder: comparison == .renumbered ? .renumbered : nil
            }
    }
}
#endif
