#if FolderLibrary && os(Linux)
import CameraRollTesting
import Foundation
import Testing

@testable import CameraRoll
@testable import FolderLibrary
@testable import CameraRollCodecs

struct ThumbnailStoreTests {
    private let scratch: ScratchFolder
    private let path: String

    init() throws {
        scratch = try ScratchFolder()
        path = scratch.url.appending(path: "thumbnails.sqlite").path
    }

    private func key(
        _ asset: String, version: UInt64 = 1, side: Int = 64, in library: String = "test"
    ) throws -> ThumbnailKey {
        let request = AssetImageRequest(for: MediaAsset(id: AssetID(rawValue: asset)), size: .pixels(side, side))
        return try #require(ThumbnailKey(request, contentVersion: version, in: LibraryIdentity(library)))
    }

    private func image(_ picture: TestPicture, profile: [UInt8]? = nil) throws -> DecodedImage {
        try DecodedImage(
            size: picture.size, bytesPerRow: picture.size.width * 4, pixels: picture.pixels, colorProfile: profile)
    }

    private func kept(_ key: ThumbnailKey, in store: ThumbnailStore) -> DecodedImage? {
        guard case .image(let image) = store.answer(for: key) else { return nil }
        return image
    }

    @Test func `A thumbnail is kept as it is, for its content and shape alone, across openings`() throws {
        let image = try image(.waves(64, 48), profile: SampleProfile.rgb())
        do {
            let store = ThumbnailStore(path: path, limit: 1 << 20)
            #expect(try kept(key("a"), in: store) == nil)
            store.keep(image, for: try key("a"))
            store.keep(image.degraded, for: try key("b", version: .max))
        }
        let store = ThumbnailStore(path: path, limit: 1 << 20)
        let found = try #require(kept(try key("a"), in: store))
        #expect(found.pixels == image.pixels && found.size == image.size && !found.isDegraded)
        #expect(found.colorProfile == image.colorProfile)
        #expect(try kept(key("b", version: .max), in: store)?.isDegraded == true)
        #expect(try kept(key("a", version: 2), in: store) == nil)
        #expect(try kept(key("a", side: 65), in: store) == nil)
        #expect(try kept(key("c"), in: store) == nil)
        #expect(try kept(key("a", in: "other"), in: store) == nil)
    }

    @Test func `A new content takes the place of all shapes of the old one`() throws {
        let store = ThumbnailStore(path: path, limit: 1 << 20)
        let image = try image(.waves(8, 8))
        for side in [8, 16] { store.keep(image, for: try key("a", side: side)) }
        for side in [8, 16] { #expect(try kept(key("a", side: side), in: store) != nil) }
        store.keep(image, for: try key("a", version: 2, side: 8))
        #expect(try kept(key("a", side: 16), in: store) == nil)
        let rows = try SQLiteConnection(path: path, .readOnly).number("SELECT COUNT(*) FROM thumbnail")
        #expect(rows == 1)
    }

    @Test func `Beyond the limit the least recently used go`() throws {
        let image = try image(.waves(32, 32))
        let bytes = QOICodec.packed(image.pixels).count + 128
        let store = ThumbnailStore(path: path, limit: bytes * 100)
        for number in 0..<70 { store.keep(image, for: try key("\(number)")) }
        #expect(try kept(key("0"), in: store) != nil)
        for number in 70..<101 { store.keep(image, for: try key("\(number)")) }
        for asset in ["0", "100"] { #expect(try kept(key(asset), in: store) != nil) }
        for asset in ["1", "2"] { #expect(try kept(key(asset), in: store) == nil) }
        let total = try SQLiteConnection(path: path, .readOnly).number("SELECT SUM(bytes) FROM thumbnail")
        #expect(total <= bytes * 100)
    }

    @Test func `One that would push out most of the others is not kept`() throws {
        let store = ThumbnailStore(path: path, limit: 32 << 10)
        let image = try image(.waves(16, 16))
        store.keep(image, for: try key("a"))
        var random = SeededMutations(seed: 3)
        let large = TestPicture(64, 48) { _, _ in random.color() }
        store.keep(try self.image(large), for: try key("b"))
        #expect(try kept(key("a"), in: store) != nil)
        #expect(try kept(key("b"), in: store) == nil)
    }

    @Test func `Making room takes a batch of those that could stay, and as many as must go`() throws {
        let image = try image(.waves(8, 8))
        let bytes = QOICodec.packed(image.pixels).count + 128
        let database = try ThumbnailDatabase(path: path)
        for number in 0..<200 {
            try database.keep(StoredThumbnail(image), for: try key("\(number)"), limit: bytes * 200)
        }
        let reader = try SQLiteConnection(path: path, .readOnly)
        // A store with half the limit.
        try database.keep(StoredThumbnail(image), for: try key("new"), limit: bytes * 100)
        let count = try reader.number("SELECT COUNT(*) FROM thumbnail")
        #expect(count <= 100 && count > 200 - 128 - 64)
        #expect(try reader.number("SELECT SUM(bytes) FROM thumbnail") <= bytes * 100)
    }

    @Test func `A row whose size is damaged gives no image, and takes no memory for it`() throws {
        let store = ThumbnailStore(path: path, limit: 1 << 20)
        store.keep(try image(.waves(8, 8)), for: try key("a"))
        try SQLiteConnection(path: path, .readWrite).execute("UPDATE thumbnail SET width = 32768, height = 32768")
        #expect(try store.answer(for: key("a")) == nil)
        store.keep(try image(.waves(8, 8)), for: try key("a"))
        #expect(try kept(key("a"), in: store) != nil)
    }

    @Test func `Several processes keep one limit, and each finds what the others keep`() throws {
        let image = try image(.waves(32, 32))
        let bytes = QOICodec.packed(image.pixels).count + 128
        let stores = (0..<3).map { _ in ThumbnailStore(path: path, limit: bytes * 8) }
        for number in 0..<12 {
            for store in stores { store.keep(image, for: try key("\(number)")) }
            for store in stores { #expect(try kept(key("\(number)"), in: store) != nil) }
        }
        let database = try SQLiteConnection(path: path, .readOnly)
        let total = try database.number("SELECT SUM(bytes) FROM thumbnail")
        #expect(total <= bytes * 8 && total > bytes * 6)
        #expect(try database.number("SELECT bytes FROM total") == total)
    }

    @Test func `Threads of several processes that keep the same ones at once disable none of the stores`() throws {
        let image = try image(.waves(8, 8))
        let stores = (0..<4).map { _ in ThumbnailStore(path: path, limit: 1 << 20) }
        let keys = try (0..<5).map { try key("\($0)") }
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            for key in keys { stores[worker].keep(image, for: key) }
        }
        // Stores that were refused while another one was writing have kept nothing.
        for (index, store) in stores.enumerated() {
            let own = try key("own\(index)")
            store.keep(image, for: own)
            #expect(kept(own, in: store) != nil)
        }
    }

    @Test func `While another process writes nothing is kept, and what is kept is found`() throws {
        let image = try image(.waves(8, 8))
        let store = ThumbnailStore(path: path, limit: 1 << 20)
        store.keep(image, for: try key("a"))
        let other = try SQLiteConnection(path: path, .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        store.keep(image, for: try key("b"))
        #expect(try kept(key("b"), in: store) == nil)
        #expect(try kept(key("a"), in: store) != nil)
        try other.execute("COMMIT")
        store.keep(image, for: try key("b"))
        #expect(try kept(key("b"), in: store) != nil)
    }

    @Test func `A damaged store is set aside, and a new one begun`() throws {
        try Data("This is no database, however long it is read.".utf8).write(to: URL(filePath: path))
        let store = ThumbnailStore(path: path, limit: 1 << 20)
        #expect(store.answer(for: try key("a")) == nil)
        store.keep(try image(.waves(8, 8)), for: try key("a"))
        #expect(try kept(key("a"), in: store) != nil)
        #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
    }

    @Test func `A store that cannot be opened stores nothing, and causes no errors`() throws {
        let store = ThumbnailStore(path: scratch.url.appending(path: "missing/thumbnails.sqlite").path, limit: 1 << 20)
        store.keep(try image(.waves(8, 8)), for: try key("a"))
        #expect(store.answer(for: try key("a")) == nil)
    }

    @Test func `Only thumbnails are kept: neither parts of pictures, nor large ones`() throws {
        let asset = MediaAsset(id: "a")
        func key(_ size: ImageTargetSize, crop: NormalizedRect? = nil) -> ThumbnailKey? {
            let request = AssetImageRequest(for: asset, size: size, resizeMode: .exact, crop: crop)
            return ThumbnailKey(request, contentVersion: 1, in: LibraryIdentity("test"))
        }
        #expect(key(.pixels(512, 512)) != nil)
        #expect(key(.pixels(513, 1)) == nil && key(.maximum) == nil)
        #expect(key(.pixels(64, 64), crop: NormalizedRect(x: 0, y: 0, width: 1, height: 1)) == nil)
    }

    @Test func `The source decodes a picture once, and a damaged one once, until its file changes`() throws {
        let store = ThumbnailStore(path: path, limit: 1 << 20)
        let good = TestPicture.quarters().png
        var originals = SampleOriginals(files: ["a": .init(good, .init(width: 64, height: 48))])
        let first = try answer(originals, store).get()
        // The same version: the stored thumbnail is returned, regardless of the file.
        originals.files["a"] = .init(Array(good.prefix(40)), .init(width: 64, height: 48))
        #expect(try answer(originals, store).get().pixels == first.pixels)
        originals.contentVersion = 2
        let failure = answer(originals, store)
        guard case .failure(.failed("a", _)) = failure else {
            Issue.record("\(failure)")
            return
        }
        originals.files["a"] = .init(good, .init(width: 64, height: 48))
        guard case .failure(let again) = answer(originals, store), case .failure(let before) = failure else {
            Issue.record("it was decoded again")
            return
        }
        #expect(again == before)
        #expect(again.recovery == before.recovery)
        originals.contentVersion = 3
        #expect(try answer(originals, store).get().pixels == first.pixels)
    }

    @Test func `Why there is no image is not kept where more memory could give one`() throws {
        let failure = CodecError.failure(.jpeg, reason: "Insufficient memory (case 4)")
        #expect(failure == .unavailable(.jpeg, reason: "Insufficient memory (case 4)"))
        guard case .library = failure.imageError(of: "a") else {
            Issue.record("\(failure)")
            return
        }
    }

    @Test(arguments: [
        ("Photoshop", Array("8BPS............".utf8)), ("JPEG XL", [0, 0, 0, 12] + Array("JXL ....".utf8)),
        ("JPEG 2000", [0, 0, 0, 12] + Array("jP  ....".utf8)),
    ])
    func `A kind that no codec reads is named, and remembered`(name: String, bytes: [UInt8]) throws {
        let store = ThumbnailStore(path: path, limit: 1 << 20)
        var originals = SampleOriginals(files: ["a": .init(bytes, .init(width: 1, height: 1))])
        let failure = ImageError.failed("a", reason: "no codec reads \(name) files here")
        #expect(error(answer(originals, store)) == failure)
        // It is not decoded again until it changes.
        originals.files["a"] = .init(TestPicture.quarters().png, .init(width: 64, height: 48))
        #expect(error(answer(originals, store)) == failure)
        originals.contentVersion = 2
        #expect(try answer(originals, store).get().size == PixelSize(width: 32, height: 24))
    }

    @Test func `A movie is named as one, and nothing is kept of it`() throws {
        let store = ThumbnailStore(path: path, limit: 1 << 20)
        let movie = [0, 0, 0, 20] + Array("ftypqt  \0\0\0\0qt  ".utf8)
        let originals = SampleOriginals(files: ["a": .init(movie, .init(width: 1, height: 1))])
        #expect(error(answer(originals, store)) == .wrongMediaType("a", .video))
    }

    private func error(_ answer: Result<DecodedImage, ImageError>) -> ImageError? {
        if case .failure(let error) = answer { error } else { nil }
    }

    private func answer(_ originals: SampleOriginals, _ store: ThumbnailStore) -> Result<DecodedImage, ImageError> {
        let end = Lock<Result<DecodedImage, ImageError>>(.failure(.cancelled))
        let request = AssetImageRequest(for: MediaAsset(id: "a"), size: .pixels(32, 32))
        let sink = ImageSink { event in if case .end(let result) = event { end.withLock { $0 = result } } }
        _ = FolderImageSource(originals, thumbnails: store).start(request, sink: sink)
        return end.withLock { $0 }
    }
}

struct QOICodecTests {
    private func unpacked(_ bytes: [UInt8], count: Int) -> [UInt8]? {
        bytes.withUnsafeBytes { QOICodec.unpacked($0, count: count) }
    }

    @Test func `Pictures come back as they were`() {
        var random = SeededMutations(seed: 7)
        let noise = TestPicture(40, 30) { _, _ in random.color() }
        let steps = TestPicture(40, 30) { x, y in .init(UInt8(x), UInt8(x / 2 &+ y), UInt8(y * 8 & 255), 255) }
        let flat = TestPicture(40, 30) { _, _ in .init(0, 0, 0, 255) }
        let few = TestPicture(40, 30) { x, y in [.zero, TestPicture.red, TestPicture.blue][(x * y) % 3] }
        for picture in [.waves(40, 30), noise, steps, flat, few, TestPicture(1, 1) { _, _ in .zero }] {
            let packed = QOICodec.packed(picture.pixels)
            #expect(unpacked(packed, count: picture.pixels.count) == picture.pixels)
            #expect(unpacked(packed, count: picture.pixels.count - 4) == nil)
            #expect(unpacked(packed, count: picture.pixels.count + 4) == nil)
            #expect(unpacked(Array(packed.dropLast()), count: picture.pixels.count) == nil)
        }
    }

    @Test func `Damaged bytes give other pixels or none`() {
        var random = SeededMutations(seed: 8)
        let packed = QOICodec.packed(TestPicture.waves(16, 16).pixels)
        for _ in 0..<200 {
            let pixels = unpacked(random.mutated(packed), count: 16 * 16 * 4)
            #expect(pixels == nil || pixels?.count == 16 * 16 * 4)
        }
    }
}
#endif
