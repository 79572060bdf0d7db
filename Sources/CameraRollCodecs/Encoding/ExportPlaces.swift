import CameraRoll

/// The places for exports.
///
/// Each export takes one before it loads its image, and returns it when the image is released.
///
/// A decoded original takes up to several hundred megabytes, so the places, not the number of calls, limit how many are
/// in memory. The other exports wait without an image, first come, first served.
final class ExportPlaces: Sendable {
    /// The places of the process, so that two images are encoded while two others are loaded.
    static let shared = ExportPlaces(limit: 4, waiting: 1_024)

    private struct Contents {
        var free: Int
        /// The exports that wait, and those that were canceled a moment ago.
        var waiting: [Completion<Bool>] = []

        /// Takes a free place, or makes the caller wait; returns nil if too many wait.
        mutating func enter(_ turn: Completion<Bool>, limit: Int) -> Bool? {
            assert(free == 0 || waiting.allSatisfy(\.hasEnded), "an export waits although a place is free")
            guard free == 0 else {
                free -= 1
                return true
            }
            guard waiting.count < limit else { return nil }
            waiting.append(turn)
            return false
        }

        /// Removes the next waiting export, which gets the place; frees the place if none waits.
        mutating func leave() -> Completion<Bool>? {
            guard waiting.isEmpty else { return waiting.removeFirst() }
            free += 1
            return nil
        }
    }

    /// The number of places.
    let limit: Int
    private let mostWaiting: Int
    private let contents: Lock<Contents>
    private let onWait: (@Sendable () -> Void)?

    /// Creates free places.
    ///
    /// - Parameters:
    ///   - limit: the number of places, at least 1.
    ///   - mostWaiting: the number of exports that may wait.
    ///   - onWait: called when an export begins to wait; used by tests only.
    init(limit: Int, waiting mostWaiting: Int, onWait: (@Sendable () -> Void)? = nil) {
        (self.limit, self.mostWaiting, self.onWait) = (limit, mostWaiting, onWait)
        contents = Lock(Contents(free: limit))
    }

    /// The number of free places.
    var free: Int { contents.withLock(\.free) }

    /// Waits for a place.
    ///
    /// - Throws: `.tooMuchWork` if too many exports wait; `.cancelled`.
    func enter() async throws(ImageError) -> ExportPlace {
        let turn = Completion<Bool>()
        guard let isFree = contents.withLock({ $0.enter(turn, limit: mostWaiting) }) else {
            throw .tooMuchWork(limit: mostWaiting)
        }
        guard !isFree else { return ExportPlace(self) }
        onWait?()
        guard await turn.value(ifCancelled: false) else {
            contents.withLock { $0.waiting.removeAll { $0 === turn } }
            throw .cancelled
        }
        return ExportPlace(self)
    }

    fileprivate func leave() {
        // An export that was canceled a moment ago leaves the place to the next one.
        while let next = contents.withLock({ $0.leave() }), !next.end(true) {}
    }
}

/// A place for one export, which is free again when it is released.
final class ExportPlace: Sendable {
    private let places: ExportPlaces

    fileprivate init(_ places: ExportPlaces) {
        self.places = places
    }

    deinit {
        places.leave()
    }
}
