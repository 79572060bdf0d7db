import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// For every order of events: no data are delivered after a revocation that were requested before it.
@Suite(.timeLimit(.hang)) struct RevocationModelTests {
    // Nothing depends on timing: each step waits for its necessary result.
    @Test(arguments: Effort.seeds(0..<24 as Range<UInt64>))
    func `In random orders of decisions, reads, images, originals, streams and edits`(seed: UInt64) async throws {
        var numbers = SeededNumbers(seed: seed)
        let world = try RevocationWorld(isSilent: seed % 3 == 0)
        var model = RevocationModel()
        for _ in 0..<60 {
            switch Int.random(in: 0..<10, using: &numbers) {
            case 0: try await model.decide([.denied, .restricted].randomElement(using: &numbers) ?? .denied, in: world)
            case 1, 2:
                try await model.decide([.authorized, .limited].randomElement(using: &numbers) ?? .limited, in: world)
            case 3, 4: await model.askForImage(Int.random(in: 0..<4, using: &numbers), in: world)
            case 5, 6: try await model.answer(Int.random(in: 0..<4, using: &numbers), in: world)
            case 7: await model.askForOriginal(in: world)
            case 8: await model.follow(in: world)
            default: await model.edit(in: world)
            }
            await model.checkCache(in: world)
            await model.read(in: world)
        }
        try await model.decide(.denied, in: world)
    }
}

/// A library whose images, originals and consents a test provides.
private struct RevocationWorld {
    let activity = Activity()
    let store: SyntheticStore
    let settable = MockAuthorization(.authorized)
    let silent: SilentAuthorization?
    let source: ScriptedSource
    let originals = GatedOriginals()
    let access: LibraryAccess
    let images: CachingImageManager
    let manager: MediaManager
    let assets: [AssetID]

    init(isSilent: Bool) throws {
        var configuration = SyntheticConfiguration(assets: 20)
        configuration.consent = .forEverything
        store = SyntheticStore(configuration)
        assets = store.contents.assets.prefix(4).map(\.id)
        store.select(assets)
        silent = isSilent ? SilentAuthorization() : nil
        source = ScriptedSource { [activity] _ in activity.note() }
        let factory = PhotoLibrarySource.synthetic(store, authorization: silent ?? settable)
            .wrapping { [source, originals] in GivenLibrary($0, source, originals) }
        access = LibraryAccess(factory, executor: LibraryExecutor(label: "model"), limits: .untimed)
        images = try CachingImageManager(
            access: access, limits: CachingImageManager.Limits(stallTimeout: nil), clock: ManualClock(),
            noting: activity)
        manager = MediaManager(access: access)
    }

    func request(_ number: Int) -> AssetImageRequest { ImageSubject.request(assets[number]) }

    /// Decides, and lets a read notice the decision if it is not reported.
    func decide(_ status: AuthorizationStatus) async {
        if let silent { silent.status = status } else { settable.status = status }
        _ = try? await access.read("notice") { _ in }
    }
}

/// The pending work, and its expected results.
private struct RevocationModel {
    private enum Work {
        case image(Int, Task<UInt8, any Error>)
        case original(Task<Int, any Error>, BlockingGate)
        case stream(Task<LibraryError?, Never>)
        case edit(Task<Void, any Error>)
    }

    private var status = AuthorizationStatus.authorized
    private var work: [Work] = []
    /// The images that must be found in memory.
    private var cached: Set<Int> = []

    private var refusal: LibraryError { .notAuthorized(status) }

    mutating func decide(_ status: AuthorizationStatus, in world: RevocationWorld) async throws {
        let before = self.status
        self.status = status
        await world.decide(status)
        // If limited access is reported again, the assets are looked up: they are still selected.
        let isTaken = before == .authorized ? status != .authorized : !status.allowsReading
        if isTaken { cached = [] }
        guard before.allowsReading, !status.allowsReading else { return }
        for work in work { await expectRefusal(of: work) }
        work = []
    }

    private func expectRefusal(of work: Work) async {
        switch work {
        case .image(_, let task): #expect(await task.result.imageError == .library(refusal))
        case .original(let task, let gate):
            #expect(await task.result.imageError == .library(refusal))
            gate.open()
        case .stream(let task): #expect(await task.value == refusal)
        case .edit(let task): #expect(await task.result.editError == .library(refusal))
        }
    }

    mutating func askForImage(_ number: Int, in world: RevocationWorld) async {
        let isUnderWay = work.contains { if case .image(number, _) = $0 { true } else { false } }
        guard !isUnderWay, !cached.contains(number) else { return }
        let count = world.source.asked.count
        let task = Task { try await world.images.image(for: world.request(number)).number }
        guard status.allowsReading else {
            return #expect(await task.result.imageError == .library(refusal))
        }
        await world.activity.wait { world.source.asked.count > count }
        work.append(.image(number, task))
    }

    /// The source delivers an image, whether a caller waits for it or not.
    mutating func answer(_ number: Int, in world: RevocationWorld) async throws {
        let asked = world.source.asked.filter { $0.request.asset == world.assets[number] }
        for asked in asked { asked.sink.final(try ImageSubject.picture(UInt8(number))) }
        for (index, entry) in work.enumerated() {
            guard case .image(number, let task) = entry else { continue }
            #expect(try await task.value == number)
            work.remove(at: index)
            break
        }
        await world.images.settle()
        await world.images.finishConfirmation()
        // Whether it is cached depends on the decisions while it was loaded; it is shown only if that is allowed.
        if world.images.cachedImage(for: world.request(number)) != nil { cached.insert(number) }
        if !status.allowsReading { #expect(cached.isEmpty) }
    }

    mutating func askForOriginal(in world: RevocationWorld) async {
        guard !work.contains(where: { if case .original = $0 { true } else { false } }) else { return }
        let resource = AssetResource(asset: world.assets[0], kind: .photo, typeIdentifier: "public.jpeg")
        let gate = world.originals.next()
        let task = Task { try await world.images.data(of: resource).bytes.count }
        guard status.allowsReading else {
            return #expect(await task.result.imageError == .library(refusal))
        }
        await gate.waitUntilReached()
        work.append(.original(task, gate))
    }

    mutating func follow(in world: RevocationWorld) async {
        guard !work.contains(where: { if case .stream = $0 { true } else { false } }) else { return }
        let hasBegun = Gate()
        let albums = world.manager.albums
        let task = Task { () -> LibraryError? in
            defer { hasBegun.open() }
            do throws(LibraryError) {
                for try await _ in albums.albumUpdates() { hasBegun.open() }
                return nil
            } catch {
                return error
            }
        }
        await hasBegun.wait()
        if status.allowsReading { work.append(.stream(task)) } else { #expect(await task.value == refusal) }
    }

    mutating func edit(in world: RevocationWorld) async {
        guard !work.contains(where: { if case .edit = $0 { true } else { false } }) else { return }
        let task = Task { _ = try await world.manager.performChanges { $0.setFavorite(true, for: [world.assets[0]]) } }
        guard status.allowsReading else { return #expect(await task.result.editError == .library(refusal)) }
        await world.store.waitUntilConsentIsAsked()
        work.append(.edit(task))
    }

    func checkCache(in world: RevocationWorld) async {
        await world.images.finishConfirmation()
        for number in world.assets.indices {
            let isHere = world.images.cachedImage(for: world.request(number)) != nil
            #expect(isHere == cached.contains(number))
        }
    }

    func read(in world: RevocationWorld) async {
        let error = await failure { () async throws(LibraryError) in try await world.manager.snapshot() }
        #expect(error == (status.allowsReading ? nil : refusal))
    }
}

/// Originals that are read up to a gate.
private final class GatedOriginals: ResourceSource {
    private let gate = Lock(BlockingGate())

    /// The gate of the next read.
    func next() -> BlockingGate {
        let gate = BlockingGate()
        self.gate.withLock { $0 = gate }
        return gate
    }

    func resources(of asset: AssetID) throws(ImageError) -> [AssetResource] { [] }

    func read(_ resource: AssetResource, isNetworkAccessAllowed: Bool, into receiver: ResourceReceiver)
        throws(ImageError)
    {
        try receiver.append([1])
        gate.withLock(\.self).pass()
        try receiver.append([2])
    }
}

private final class GivenLibrary: ForwardingLibrary {
    private let source: ScriptedSource
    private let originals: GatedOriginals

    init(_ base: any PhotoLibraryBackend, _ source: ScriptedSource, _ originals: GatedOriginals) {
        (self.source, self.originals) = (source, originals)
        super.init(base)
    }

    override func imageSource() throws(LibraryError) -> (any ImageSource)? { source }
    override func resourceSource() throws(LibraryError) -> (any ResourceSource)? { originals }
}
