import CameraRoll
import Synchronization
import SyntheticLibrary

extension LibraryAccess {
    /// Fetches, runs `body`, and updates the result.
    func update(
        _ query: AssetQuery, after change: @Sendable @escaping () -> Void
    ) async throws(LibraryError) -> ObservedUpdate {
        try await read("update") { library throws(LibraryError) in
            let old = try library.fetchAssets(query)
            let before = try old.assets(in: 0..<old.count)
            change()
            let update = try library.update(old, of: query)
            let after = try update.result.assets(in: 0..<update.result.count)
            return ObservedUpdate(before: before, after: after, difference: update.difference, limit: query.limit)
        }
    }

    func token() async throws(LibraryError) -> ChangeToken? {
        try await read("token") { library throws(LibraryError) in try library.changeToken() }
    }

    func history(since token: ChangeToken) async throws(LibraryError) -> ChangeHistory {
        try await read("history") { library throws(LibraryError) in try library.changes(since: token) }
    }

    /// The changes since a token; nil if everything must be read again.
    func changes(since token: ChangeToken) async throws(LibraryError) -> LibraryChanges? {
        if case .changes(let changes) = try await history(since: token) { changes } else { nil }
    }
}

/// Both lists of an update, with the reported difference.
struct ObservedUpdate: Sendable {
    let before: [MediaAsset]
    let after: [MediaAsset]
    let difference: FetchUpdate.Difference
    let limit: Int?

    /// Whether a limit cuts off one of the lists: then the end of the longer one follows from the rest.
    private var isCutOff: Bool { limit.map { before.count == $0 || after.count == $0 } ?? false }

    /// Whether the reported difference leads from one list to the other.
    var isTrue: Bool {
        switch difference {
        case .touched(let touched):
            let ids = Set(touched.map(\.id))
            let old = before.map(\.id).filter { !ids.contains($0) }
            let new = after.map(\.id).filter { !ids.contains($0) }
            return ids.count == touched.count && tellsContents(Set(touched.lazy.filter(\.isChanged).map(\.id)))
                && old.prefix(new.count) == new.prefix(old.count) && (old.count == new.count || isCutOff)
        case .rearranged(let changed): return tellsContents(changed)
        case .indexes, .pending, .unknown: return false
        }
    }

    /// Whether all assets with changed facts are reported.
    private func tellsContents(_ changed: Set<AssetID>) -> Bool {
        let old = Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0) })
        return after.allSatisfy { asset in
            guard let earlier = old[asset.id] else { return true }
            return earlier == asset || changed.contains(asset.id)
        }
    }
}

/// Counts signals.
final class SignalCounter: Sendable {
    private let counted = Atomic<Int>(0)

    var count: Int { counted.load(ordering: .sequentiallyConsistent) }

    var signal: ChangeSignal {
        ChangeSignal { [self] in counted.add(1, ordering: .sequentiallyConsistent) }
    }
}
