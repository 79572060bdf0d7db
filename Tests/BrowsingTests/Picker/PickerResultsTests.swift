import CameraRoll
import CameraRollBrowsing
import CameraRollTesting
import PhotoMetadataEditing
import SyntheticLibrary
import TestSupport
import Testing

/// What a picker delivers of the selected assets.
@Suite(.timeLimit(.hang)) @MainActor struct PickerResultsTests {
    /// A library of which some originals are in the cloud, and the list that a session of it shows.
    private func inCloud(_ download: SyntheticDownload) async throws -> (PickerSubject, MediaAssetList) {
        var configuration = SyntheticConfiguration(assets: 100)
        configuration.cloudOriginals = true
        configuration.faults.download = download
        let subject = try PickerSubject(configuration)
        let ids = await subject.ids(.photos)
        let places = MediaAssetList(
            ids: ids, cloud: Set(ids.filter { subject.store.contents.isCloudOnly($0) ?? false }))
        return (subject, places)
    }

    private struct MediaAssetList {
        let ids: [AssetID]
        let cloud: Set<AssetID>

        /// The positions of two originals in the cloud, and of two that are on the device, by turns.
        var mixed: [Int] {
            let (away, here) = (positions { cloud.contains($0) }, positions { !cloud.contains($0) })
            return [away[0], here[0], away[1], here[1]]
        }

        private func positions(_ isWanted: (AssetID) -> Bool) -> [Int] {
            ids.indices.filter { isWanted(ids[$0]) }
        }
    }

    private func results(
        of subject: PickerSubject, _ positions: [Int], encoder: PickerEncoder? = nil,
        _ change: (inout PickerConfiguration) -> Void
    ) async throws -> PickerResults {
        let session = try await subject.openSession(encoder: encoder) { configuration in
            configuration.filter = .images
            configuration.content = .original
            change(&configuration)
        }
        for position in positions { session.toggle(position) }
        return try await subject.finish(session).get()
    }

    @Test func `Originals arrive in the order of selection, with their bytes`() async throws {
        let subject = try PickerSubject()
        let results = try await results(of: subject, [5, 1, 9, 2, 30]) { _ in }
        let all = await subject.all(results)
        #expect(all.map(\.item.orderNumber) == [1, 2, 3, 4, 5])
        #expect(all.allSatisfy { ($0.content?.data?.bytes.isEmpty == false) && $0.item.state == .loaded })
    }

    @Test func `Results that wait for the cloud arrive in the order of selection`() async throws {
        let (subject, list) = try await inCloud(.succeeds(steps: 4))
        let results = try await results(of: subject, list.mixed) { $0.cloudPolicy = .wait }
        let all = await subject.all(results)
        #expect(all.map(\.item.orderNumber) == [1, 2, 3, 4] && all.allSatisfy { $0.error == nil })
    }

    @Test func `Results that come as they can are first those on the device`() async throws {
        let (subject, list) = try await inCloud(.succeeds(steps: 4))
        let results = try await results(of: subject, list.mixed) {
            $0.cloudPolicy = .deliverAsTheyCome
            $0.maximumConcurrentLoads = 1
        }
        let all = await subject.all(results)
        #expect(all.map(\.item.orderNumber) == [2, 4, 1, 3] && all.allSatisfy { $0.error == nil })
    }

    @Test func `References of originals in the cloud are loaded when the app asks for them`() async throws {
        let (subject, list) = try await inCloud(.succeeds(steps: 4))
        let results = try await results(of: subject, list.mixed) { $0.cloudPolicy = .references }
        let all = await subject.all(results)
        #expect(all.map { $0.content?.isReference } == [true, false, true, false])
        #expect(all.map(\.item.state) == [.inCloud, .loaded, .inCloud, .loaded])
        let loaded = await subject.value { try? await all[0].item.load() }
        #expect(loaded?.data != nil && all[0].item.state == .loaded)
    }

    @Test func `A download that fails half-way is the error of its own result, and can be tried again`() async throws {
        let (subject, list) = try await inCloud(.succeeds(steps: 4))
        let bad = list.ids[list.mixed[0]]
        subject.store.faults.downloads = [bad: .fails(after: 0.5, reason: "away")]
        let results = try await results(of: subject, list.mixed) { _ in }
        let all = await subject.all(results)
        let error = PickerError.image(.networkFailed(bad, reason: "away"))
        #expect(all.map(\.error) == [error, nil, nil, nil])
        #expect(all[0].item.state == .failed(error) && error.recovery == .retry)
        subject.store.faults.downloads = [:]
        let again = await subject.value { try? await all[0].item.load() }
        #expect(again?.data != nil)
    }

    @Test func `A stalled download shows its progress, and ends when the results are canceled`() async throws {
        let (subject, list) = try await inCloud(.stalls(after: 0.25))
        let results = try await results(of: subject, [list.mixed[0]]) { _ in }
        let next = Task { await results.next() }
        await subject.run { results.items[0].state == .loading(0.25) }
        results.cancel()
        let result = await next.value
        #expect(result == nil)
        await subject.run { results.items[0].state == .failed(.image(.cancelled)) }
    }

    // results                       an item's own load
    // read the first result
    // wait for a stalled download
    //                               waits for its turn
    // have the first result
    //                               reads
    @Test func `An item's own load waits for its turn, and takes one place only`() async throws {
        let (subject, list) = try await inCloud(.stalls(after: 0.25))
        let results = try await results(of: subject, Array(list.mixed.prefix(3))) { $0.maximumConcurrentLoads = 1 }
        let first = Task { await results.next() }
        await subject.run { results.items[0].state == .loading(0.25) }
        let begun = Gate()
        let own = Task {
            begun.open()
            return try? await results.items[1].load()
        }
        await begun.wait()
        #expect(results.items[1].state == .waiting)
        await subject.store.waitUntilHeldBack(.download)
        subject.store.faults.download = .succeeds(steps: 1)
        subject.store.endDownloads()
        let (delivered, loaded) = await subject.value { (await first.value, await own.value) }
        #expect(delivered?.content?.data != nil && loaded?.data != nil)
        // No place is lost.
        let rest = await subject.all(results)
        #expect(rest.count == 2 && rest.allSatisfy { $0.error == nil })
    }

    @Test func `A selected asset that is deleted after the end fails by itself`() async throws {
        let subject = try PickerSubject()
        let results = try await results(of: subject, [1, 2, 3]) { _ in }
        subject.store.delete([results.items[1].id])
        let all = await subject.all(results)
        #expect(all.map { $0.error == nil } == [true, false, true])
    }

    @Test func `Pictures are encoded again only where they have to be, and never without an encoder`() async throws {
        let subject = try PickerSubject()
        let encoder = PickerEncoder(typeIdentifier: "public.jpeg") { image in [UInt8(image.size.width % 251)] }
        let withEncoder = try await results(of: subject, Array(0..<12), encoder: encoder) {
            $0.representation = .compatible
        }
        let types = await subject.all(withEncoder).map { $0.content?.data?.typeIdentifier }
        #expect(Set(types) == ["public.jpeg"])
        let without = try await results(of: subject, Array(0..<12)) { $0.representation = .compatible }
        let errors = await subject.all(without).compactMap(\.error)
        let areTyped = errors.allSatisfy { if case .noCodec = $0 { true } else { false } }
        #expect(areTyped)
    }

    @Test(arguments: [PickerConfiguration.Content.original, .automatic])
    func `An edited picture that is encoded again has its edits, except where the original is asked for`(
        _ content: PickerConfiguration.Content
    ) async throws {
        let subject = try PickerSubject()
        let encoder = PickerEncoder(typeIdentifier: "test.encoded") { image in
            [UInt8(SyntheticPainter.contentVersion(of: image) ?? 255)]
        }
        let ids = await subject.ids(.photos)
        subject.store.change { contents in
            for id in ids { contents.edit(id) { $0.contentVersion = 7 } }
        }
        let results = try await results(of: subject, Array(0..<12), encoder: encoder) {
            $0.representation = .compatible
            $0.content = content
        }
        let files = await subject.all(results).compactMap { $0.content?.data }
        let versions = files.filter { $0.typeIdentifier == "test.encoded" }.flatMap(\.bytes)
        #expect(Set(versions) == (content == .original ? [0] : [7]))
    }

    @Test func `An asset's own place is removed with that of its file`() async throws {
        let subject = try PickerSubject()
        let results = try await results(of: subject, Array(0..<20)) {
            $0.metadataOptions = .removeLocation
            $0.content = .reference
        }
        #expect(results.items.allSatisfy { $0.asset.place == nil })
    }

    /// | representation | files whose place cannot be removed |
    /// |----------------|-------------------------------------|
    /// | `.automatic`   | are encoded again                   |
    /// | `.current`     | are not delivered                   |
    @Test func `A file whose metadata cannot be removed is encoded again only if its format may change`() async throws {
        let subject = try PickerSubject()
        let encoder = PickerEncoder(typeIdentifier: "test.encoded") { _ in [1] }
        func pick(_ representation: PickerConfiguration.Representation) async throws -> [PickedResult] {
            let results = try await results(of: subject, Array(0..<5), encoder: encoder) {
                $0.metadataOptions = .removeLocation
                $0.representation = representation
            }
            return await subject.all(results)
        }
        func encoded(_ results: [PickedResult]) -> [AssetID] {
            results.filter { $0.content?.data?.typeIdentifier == "test.encoded" }.map(\.item.id)
        }
        let (free, kept) = (try await pick(.automatic), try await pick(.current))
        #expect(!encoded(free).isEmpty)
        #expect(free.allSatisfy { $0.error == nil })
        #expect(encoded(kept).isEmpty)
        #expect(kept.filter { $0.error != nil }.map(\.item.id) == encoded(free))
        let areTyped = kept.compactMap(\.error).allSatisfy {
            if case .cannotRemoveMetadata = $0 { true } else { false }
        }
        #expect(areTyped)
    }

    @Test func `A file whose metadata cannot be removed is not delivered`() async throws {
        let subject = try PickerSubject()
        let results = try await results(of: subject, Array(0..<20)) {
            $0.filter = nil
            $0.metadataOptions = [.removeLocation, .removeCaptions]
        }
        let all = await subject.all(results)
        let kept = all.compactMap { result -> PickedData? in result.content?.data }
        #expect(kept.allSatisfy { (try? ImageMetadata($0.bytes))?.place == nil })
        let errors = all.compactMap(\.error)
        let areTyped = errors.allSatisfy { if case .cannotRemoveMetadata = $0 { true } else { false } }
        #expect(areTyped && all.count == kept.count + errors.count)
    }

    @Test func `Each asset is delivered as what it is: a picture, a film, both of a Live Photo`() async throws {
        let subject = try PickerSubject(assets: 300)
        let session = try await subject.openSession { $0.content = .automatic }
        for position in 0..<60 { session.toggle(position) }
        let results = try await subject.finish(session).get()
        let all = await subject.all(results)
        let wrong = all.filter { $0.content?.kind != $0.item.asset.expectedKind }
        #expect(all.count == 60 && wrong.map(\.item.id) == [])
    }

    @Test func `An impatient caller loses no result`() async throws {
        let subject = try PickerSubject()
        let results = try await results(of: subject, [1, 2]) { _ in }
        let impatient = Task { await results.next() }
        impatient.cancel()
        let lost = await impatient.value
        let all = await subject.all(results)
        #expect([lost].compactMap { $0?.item.orderNumber } + all.map(\.item.orderNumber) == [1, 2])
    }
}

extension PickedContent {
    fileprivate var data: PickedData? {
        if case .data(let data) = self { data } else { nil }
    }

    fileprivate var isReference: Bool {
        if case .reference = self { true } else { false }
    }

    fileprivate var kind: String {
        switch self {
        case .data: "data"
        case .movie: "movie"
        case .livePhoto: "live"
        default: "other"
        }
    }
}

extension MediaAsset {
    fileprivate var expectedKind: String {
        if mediaSubtypes.contains(.livePhoto) { return "live" }
        return mediaType == .video ? "movie" : "data"
    }
}
