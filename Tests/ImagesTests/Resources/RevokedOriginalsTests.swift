import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// Originals that are being read when the user revokes the permission.
@Suite(.timeLimit(.hang)) struct RevokedOriginalsTests {
    private static let denied = ImageError.library(.notAuthorized(.denied))

    /// Begins to read an original, and returns once half of it is read.
    private static func begin(
        _ source: HalvedOriginals, _ subject: ImageSubject
    ) async -> Task<ResourceData, any Error> {
        let resource = HalvedOriginals.resource(of: subject.assets[0].id)
        let reader = Task { try await subject.images.data(of: resource) }
        await subject.letNextStart()
        await source.gate.waitUntilReached()
        return reader
    }

    // the reader               the source               the user
    // ----------               ----------               --------
    // requests
    //                          delivers the first half
    //                                                   revokes permission
    // ends
    //                          delivers the second half
    @Test(arguments: [true, false])
    func `An original that is being read ends with the permission, at once`(comesBack: Bool) async throws {
        let source = HalvedOriginals()
        let subject = try ImageSubject(assets: 1, resources: source)
        let reader = await Self.begin(source, subject)
        subject.authorization.status = .denied
        if comesBack { subject.authorization.status = .authorized }
        await #expect(throws: Self.denied) { try await reader.value }
        source.gate.open()
    }

    @Test func `A withdrawal that only a read notices ends the originals too`() async throws {
        let (source, silent) = (HalvedOriginals(), SilentAuthorization())
        let subject = try ImageSubject(assets: 1, resources: source, silent: silent)
        let reader = await Self.begin(source, subject)
        silent.status = .denied
        await #expect(throws: LibraryError.notAuthorized(.denied)) {
            try await subject.finish { try await subject.access.read("notice") { _ in } }
        }
        await #expect(throws: Self.denied) { try await reader.value }
        source.gate.open()
    }

    // The reader's task is resumed at the end of the read, and the permission is revoked before it continues.
    @Test func `An original that was read before the withdrawal, and not given out yet, is refused`() async throws {
        let source = HalvedOriginals()
        let subject = try ImageSubject(assets: 1, resources: source)
        let tasks = SteppedTasks()
        let resource = HalvedOriginals.resource(of: subject.assets[0].id)
        let reader = Task(executorPreference: tasks) { try await subject.images.data(of: resource) }
        await tasks.waitUntilEnqueued(1)
        tasks.runAll()
        await subject.manual.waitUntilEnqueued(1)
        subject.manual.runAll()
        await source.gate.waitUntilReached()
        source.gate.open()
        await tasks.waitUntilEnqueued(1)
        subject.authorization.status = .denied
        tasks.runAll()
        await #expect(throws: Self.denied) { try await reader.value }
    }

    @Test func `An original of an asset that may be seen is given out, though full access has become limited`()
        async throws
    {
        let source = HalvedOriginals()
        let subject = try ImageSubject(assets: 1, resources: source)
        let reader = await Self.begin(source, subject)
        subject.authorization.status = .limited
        source.gate.open()
        await subject.letNextStart()
        #expect(try await reader.value.bytes == [1, 2])
    }
}

/// A source that waits between the halves of each original.
private struct HalvedOriginals: ResourceSource {
    let gate = BlockingGate()

    static func resource(of asset: AssetID) -> AssetResource {
        AssetResource(asset: asset, kind: .photo, typeIdentifier: "public.jpeg")
    }

    func resources(of asset: AssetID) throws(ImageError) -> [AssetResource] { [Self.resource(of: asset)] }

    func read(_ resource: AssetResource, isNetworkAccessAllowed: Bool, into receiver: ResourceReceiver)
        throws(ImageError)
    {
        try receiver.append([1])
        gate.pass()
        try receiver.append([2])
    }
}
