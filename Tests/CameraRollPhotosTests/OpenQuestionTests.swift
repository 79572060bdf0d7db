#if PhotosDouble
import CameraRoll
import CameraRollTesting
import PhotosDouble
import TestSupport
import Testing

import CameraRollPhotos

/// Photos' question before a deletion, which stays on the screen for as long as the user thinks.
@Suite(.timeLimit(.hang)) struct OpenQuestionTests {
    // the deletion             the favorite
    // ------------             ------------
    // Photos asks the user
    //                          is set
    // is allowed, ends
    @Test(arguments: [true, false])
    func `While Photos asks about a deletion, a favorite is set`(isAllowed: Bool) async throws {
        let answer = BlockingGate()
        defer { answer.open() }
        try await PhotosWorld.exclusively(.sample()) { world in
            world.switches.consent = { _ in
                answer.pass()
                return isAllowed
            }
            try await world.withAccess { access in
                let manager = MediaManager(access: access)
                let snapshot = try await manager.photos.snapshot()
                let assets = try await manager.photos.assets(in: 0..<2, of: snapshot)
                let deletion = Task { try await manager.performChanges { $0.delete([assets[0]]) } }
                await answer.waitUntilReached()
                try await manager.performChanges { $0.setFavorite(!assets[1].isFavorite, for: [assets[1]]) }
                let changed = try await manager.photos.asset(withIdentifier: assets[1].id)
                #expect(changed.isFavorite == !assets[1].isFavorite)
                #expect(try await manager.photos.snapshot().count == snapshot.count)
                answer.open()
                switch await deletion.result {
                case .success: #expect(isAllowed)
                case .failure(let error): #expect(!isAllowed && error as? EditError == .refusedByUser)
                }
                #expect(try await manager.photos.snapshot().count == snapshot.count - (isAllowed ? 1 : 0))
            }
        }
    }

    // the deletions            the favorite
    // -------------            ------------
    // Photos asks about one
    //                          is set
    // the app closes the library
    //                          another one is refused
    // Photos is answered: both deletions have ended
    @Test func `Closing the library waits for no question, and asks no further one`() async throws {
        let answer = BlockingGate()
        defer { answer.open() }
        try await PhotosWorld.exclusively(.sample()) { world in
            let questions = Lock(0)
            world.switches.consent = { _ in
                questions.withLock { $0 += 1 }
                answer.pass()
                return true
            }
            try await world.withAccess { access in
                let manager = MediaManager(access: access)
                let assets = try await manager.photos.assets(in: 0..<2, of: manager.photos.snapshot())
                let first = Task { try await manager.performChanges { $0.delete([assets[0]]) } }
                await answer.waitUntilReached()
                let second = Task { try await manager.performChanges { $0.delete([assets[1]]) } }
                try await manager.performChanges { $0.setFavorite(true, for: [assets[1]]) }
                second.cancel()
                await #expect(throws: EditError.cancelled) { try await second.value }
                await manager.close()
                await #expect(throws: EditError.shutDown) {
                    try await manager.performChanges { $0.setFavorite(false, for: [assets[1]]) }
                }
                answer.open()
                // Committed before the question: the caller hears of the outcome.
                _ = try await first.value
                #expect(questions.withLock(\.self) == 1)
            }
        }
    }
}
#endif
