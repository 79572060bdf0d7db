/// What a window's read of the library found.
enum WindowReading: Sendable {
    case assets([MediaAsset], Range<Int>)
    /// Where an asset stands, and which of those asked for it is; nil where none is there.
    case position(Int?, of: WindowState.Anchor?)
    case failure(LibraryError)

    /// Reads what a window wants to know; ends at once where the task is cancelled.
    static func read(_ read: WindowState.Read) async -> WindowReading {
        let photos = PhotoRepository(access: read.snapshot.access)
        do throws(LibraryError) {
            switch read.subject {
            case .assets(let positions):
                return .assets(try await photos.assets(in: positions, of: read.snapshot), positions)
            case .position(let anchors):
                let found = try await photos.firstIndex(of: anchors, in: read.snapshot)
                return .position(found?.index, of: found?.anchor)
            }
        } catch {
            return .failure(error)
        }
    }
}

extension PhotoRepository {
    /// The first of some assets that stands in a snapshot, and where; nil where none does.
    fileprivate nonisolated func firstIndex(
        of anchors: [WindowState.Anchor], in snapshot: AssetSnapshot
    ) async throws(LibraryError) -> (anchor: WindowState.Anchor, index: Int)? {
        try await access.perform("find in snapshot") { room throws(LibraryError) in
            let result = try room.result(of: snapshot.id)
            for anchor in anchors {
                if let index = try result.index(of: anchor.asset) { return (anchor, index) }
            }
            return nil
        }
    }
}
