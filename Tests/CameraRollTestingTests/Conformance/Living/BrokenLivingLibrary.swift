import CameraRoll
import CameraRollTesting
import Foundation
import Synchronization

/// A correct library that changes, with one flaw.
final class BrokenLivingLibrary: ForwardingLibrary {
    private let memory: FlawMemory
    private let opening: Int
    private let name = UUID()
    /// Keeps itself alive.
    private var clinging: BrokenLivingLibrary?
    private var flaw: LivingFlaw? { memory.flaw }

    init(_ base: any PhotoLibraryBackend, _ memory: FlawMemory) throws(LibraryError) {
        self.memory = memory
        opening = memory.openings.add(1, ordering: .relaxed).newValue
        if memory.flaw == .opensOnce, opening > 1 { throw .cannotOpen(reason: "once is enough") }
        super.init(base)
        if memory.flaw == .clings { clinging = self }
    }

    override var identity: LibraryIdentity {
        flaw == .newIdentity ? LibraryIdentity(rawValue: name.uuidString) : base.identity
    }

    override func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        BrokenLivingResult(try base.fetchAssets(query), flaw: flaw, library: base)
    }

    override func editor() throws(LibraryError) -> (any EditorBackend)? {
        memory.isEditable ? try base.editor().map { BrokenEditor(base: $0, memory: memory) } : nil
    }

    override func imageSource() throws(LibraryError) -> (any ImageSource)? {
        flaw == .noImagesWhenReopened && opening > 1 ? nil : try base.imageSource()
    }

    // MARK: Changes

    override func startObserving(_ signal: ChangeSignal) throws(LibraryError) {
        memory.add(signal)
        let number = memory.observations.add(1, ordering: .relaxed).newValue
        switch flaw {
        case .silent: return
        case .deafAfterFirst where number > 1: return
        case .muteWhenReopened where opening > 1: return
        case .endlessSignals: try base.startObserving(ChangeSignal { [memory] in memory.signalAll() })
        default: try base.startObserving(signal)
        }
    }

    override func update(_ result: any AssetFetchResult, of query: AssetQuery) throws(LibraryError) -> FetchUpdate {
        let old = (result as? BrokenLivingResult)?.base ?? result
        let update = try base.update(old, of: query)
        let new = flaw == .staleResult ? old : update.result
        let difference = try broken(update.wholeDifference(), from: old, to: new)
        return FetchUpdate(result: BrokenLivingResult(new, flaw: flaw, library: base), difference: difference)
    }

    private func broken(
        _ difference: FetchUpdate.Difference, from old: any AssetFetchResult, to new: any AssetFetchResult
    ) throws(LibraryError) -> FetchUpdate.Difference {
        switch (flaw, difference) {
        case (.tellsNoDifference, _): return .touched([])
        case (.forgetsOne, .touched(let touched)):
            let kept = Set(try new.identifiers(in: 0..<new.count))
            let forgotten = touched.first { kept.contains($0.id) && $0.isChanged }
            return .touched(touched.filter { $0 != forgotten })
        case (.forgetsDeleted, .touched(let touched)):
            let found = Set(try base.assets(withIdentifiers: touched.map(\.id)).map(\.id))
            return .touched(touched.filter { found.contains($0.id) })
        case (.forgetsContent, .touched(let touched)):
            return .touched(touched.map { TouchedAsset($0.id, isChanged: false) })
        case (.namesEverything, _):
            return .touched(try new.identifiers(in: 0..<new.count).map { TouchedAsset($0) })
        case (.neverRearranged, .rearranged(let changed)): return .touched(changed.map { TouchedAsset($0) })
        case (.emptyIndexes, _):
            let changes = ListChanges(
                reported: [], inserted: [], changed: [], oldCount: old.count, newCount: new.count)
            return changes.map { .indexes($0) } ?? difference
        default: return difference
        }
    }

    // MARK: History

    override func changeToken() throws(LibraryError) -> ChangeToken? {
        let token = try base.changeToken()
        guard flaw == .foreignOwnTokens, let token else { return token }
        return ChangeToken(library: LibraryIdentity(rawValue: "another"), place: token.place)
    }

    override func changes(since token: ChangeToken, limit: Int) throws(LibraryError) -> ChangeHistory {
        let history: ChangeHistory
        do {
            history = try base.changes(since: token, limit: limit)
        } catch .invalidToken where flaw == .acceptsAnyToken {
            return .changes(LibraryChanges(upTo: token))
        }
        if flaw == .expires { return .resyncRequired(.tokenExpired, from: nil) }
        guard case .changes(var changes) = history else { return history }
        switch flaw {
        case .losesDeletion: changes.assets.deleted = []
        case .losesInPages where changes.hasMore: changes.assets.deleted = []
        case .inventsInsertion: changes.assets.inserted.insert("ghost")
        case .updatesDeleted: changes.assets.updated.formUnion(changes.assets.deleted)
        case .neverQuiet: changes.assets.updated.insert("restless")
        case .namesNoAlbum: changes.affectedAlbums = []
        default: break
        }
        return .changes(changes)
    }
}
