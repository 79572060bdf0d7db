#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Foundation
import PhotosDouble
import CameraRollPhotos
import TestSupport
import Testing

@Suite(.timeLimit(.hang)) struct ConformanceTests {
    /// The permission is read wherever it is needed.
    private static let anywhere: Set<PhotosCall> = [.authorizationStatus, .requestAuthorization]
    /// What edits do on the thread that waits for them and in Photos' own block, and the drawing of images.
    private static let elsewhere: Set<PhotosCall> = [.performChanges, .changeRequest, .extract, .draw]
    private static let ofImageManager: Set<PhotosCall> = [.requestImage, .cancelImage, .startCaching, .stopCaching]

    @Test(arguments: ConformanceCheck.all)
    func `The photo library keeps a library's promises, and uses Photos on the executor only`(
        check: ConformanceCheck
    ) async throws {
        try await run(check, .library, elsewhere: Self.elsewhere)
    }

    @Test(arguments: ConformanceCheck.all)
    func `The photo library keeps a library's promises where Photos sorts by identifier`(
        check: ConformanceCheck
    ) async throws {
        try await run(check, .library, elsewhere: Self.elsewhere, sortsByIdentifier: true)
    }

    @Test(arguments: ConformanceCheck.images + ConformanceCheck.permission)
    func `The photo library keeps a library's promises with the image manager on the main thread`(
        check: ConformanceCheck
    ) async throws {
        try await run(check, .main, elsewhere: Self.elsewhere.union(Self.ofImageManager))
    }

    private func run(
        _ check: ConformanceCheck, _ thread: PhotosConfiguration.ImageManagerThread, elsewhere: Set<PhotosCall>,
        sortsByIdentifier: Bool = false
    ) async throws {
        var configuration = PhotosConfiguration()
        configuration.imageManagerThread = thread
        try await PhotosWorld.exclusively(.sample()) { world in
            world.switches.sortsByIdentifier = sortsByIdentifier
            world.switches.expects = { call in Self.anywhere.contains(call) || LibraryThread.isCurrent }
            let source = world.source(configuration)
            let subject = LibrarySubject(deadline: .seconds(3_600)) {
                world.edit { $0.mixUp() }
            } select: { assets in
                world.select(assets.map { $0.map(\.rawValue) })
            } _: {
                source
            }
            let outcome = try await check.run(subject)
            if case .notApplicable(let reason) = outcome { print("not applicable: \(check): \(reason)") }
            #expect(world.record.unexpected.filter { !elsewhere.contains($0.key) } == [:])
            #expect(world.record.onMain[.draw] == nil && world.record.onMain[.extract] == nil)
            await world.census.waitUntilEmpty()
            #expect(world.census.alive == [:])
            #expect(world.maximumImagesInFlight <= 10)
            #expect(world.startedCaching == [])
            #expect(world.unmatchedStops == 0)
        }
    }
}

/// The thread of the executor that conformance checks use, by its name.
enum LibraryThread {
    private static let key = "cameraroll.thread"

    static var isCurrent: Bool {
        let known = Thread.current.threadDictionary[key] as? Bool
        if let known { return known }
        let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
        let isLibrary = name?.hasPrefix("conformance") ?? false
        Thread.current.threadDictionary[key] = isLibrary
        return isLibrary
    }
}

extension LibraryEdits {
    /// What another device does: adds, changes and deletes assets.
    mutating func mixUp() {
        let ids = identifiers
        guard ids.count > 6 else { return }
        delete([ids[ids.count / 2]])
        update(ids[1]) { $0.isFavorite.toggle() }
        update(ids[ids.count - 2]) { $0.creationDate = Date(timeIntervalSinceReferenceDate: 5) }
        var new = AssetRecord("new-\(UUID().uuidString)")
        new.creationDate = Date(timeIntervalSinceReferenceDate: 3 * 86_400)
        insert([new])
    }
}
#endif
