import CameraRoll
import Testing

@testable import SyntheticLibrary

struct ImageFaultTests {
    @Test func `Without a fault a small image comes first, and then the one that was asked for`() throws {
        let subject = SourceSubject()
        let asset = try subject.picture()
        #expect(subject.ask(asset) == nil)
        #expect(subject.line == "df")
        subject.ask(asset, mode: .highQuality)
        #expect(subject.line == "dff")
        #expect(subject.images.values.allSatisfy { SyntheticPainter.identify($0) == asset.id })
    }

    @Test(arguments: [
        (SyntheticImageFault.error(reason: "broken"), "e"), (.early, "df"), (.late, ""), (.never, ""), (.twice, "dff"),
        (.errorAfterEnd(reason: "broken"), "dfe"), (.noImage, "n"), (.errorAfterDegraded(reason: "broken"), "de"),
        (.progressBackward, "dpppf"), (.wrongSize(PixelSize(width: 7, height: 9)), "df"), (.corruptPixels, "de"),
    ])
    func `Each fault says what it is to say, and no more`(fault: SyntheticImageFault, line: String) throws {
        let subject = SourceSubject(faults: SyntheticFaults(imageFault: fault))
        let cancel = subject.ask(try subject.picture())
        #expect(subject.line == line)
        #expect((cancel == nil) == !line.isEmpty)
        #expect(subject.store.imageStatistics.inFlight == (line.isEmpty ? 1 : 0))
    }

    @Test func `Failures name the asset and the reason`() throws {
        for fault in [SyntheticImageFault.error(reason: "broken"), .errorAfterDegraded(reason: "broken")] {
            let subject = SourceSubject(faults: SyntheticFaults(imageFault: fault))
            let asset = try subject.picture()
            subject.ask(asset)
            #expect(subject.said.values.last == .failed(.failed(asset.id, reason: "broken")))
        }
    }

    @Test func `A degraded image slips through where only the final one is wanted`() throws {
        let subject = SourceSubject(faults: SyntheticFaults(imageFault: .errorAfterDegraded(reason: "broken")))
        subject.ask(try subject.picture(), mode: .highQuality)
        #expect(subject.line == "de")
    }

    @Test func `What is late comes when the test says so, on its thread, in the order of the requests`() throws {
        let subject = SourceSubject(faults: SyntheticFaults(imageFault: .late))
        let assets = subject.store.contents.assets.prefix(3)
        for asset in assets { subject.ask(asset, mode: .highQuality) }
        #expect(subject.line.isEmpty && subject.store.heldBack(.late) == 3)
        #expect(subject.store.callBackLate() == 3)
        #expect(subject.images.values.map(SyntheticPainter.identify) == assets.map(\.id))
        #expect(subject.store.callBackLate() == 0)
        #expect(subject.line == "fff" && subject.store.imageStatistics.inFlight == 0)
    }

    @Test func `Progress goes back`() throws {
        let subject = SourceSubject(faults: SyntheticFaults(imageFault: .progressBackward))
        subject.ask(try subject.picture())
        #expect(subject.progress == [0.75, 0.25, 0.5])
    }

    @Test func `An image of a wrong size is whole, and of the size that the fault says`() throws {
        let size = PixelSize(width: 17, height: 9)
        let subject = SourceSubject(faults: SyntheticFaults(imageFault: .wrongSize(size)))
        let asset = try subject.picture()
        subject.ask(asset)
        let image = try #require(subject.images.values.first)
        #expect(image.size == size)
        #expect(SyntheticPainter.identify(image) == asset.id && SyntheticPainter.isWhole(image))
    }

    @Test func `Corrupt pixels are found when an image is made of them`() throws {
        let subject = SourceSubject(faults: SyntheticFaults(imageFault: .corruptPixels))
        var asset = try subject.picture()
        subject.store.edit(asset.id) { ($0.pixelWidth, $0.pixelHeight) = (80, 40) }
        asset = try #require(subject.store.contents.asset(asset.id))
        subject.ask(asset, mode: .highQuality)
        let size = PixelSize(width: 40, height: 20)
        #expect(subject.said.values == [.failed(.corruptPixels(size, bytes: 40 * 19 * 4))])
    }

    @Test func `Some assets have faults of their own, and faults change while the library is used`() throws {
        let subject = SourceSubject(faults: SyntheticFaults(imageFault: .noImage))
        let assets = subject.store.contents.assets.prefix(2)
        subject.store.faults.imageFaults[assets[1].id] = .early
        for asset in assets { subject.ask(asset, mode: .highQuality) }
        #expect(subject.line == "nf")
        subject.store.faults = .none
        subject.ask(assets[0], mode: .highQuality)
        #expect(subject.line == "nff")
    }

    @Test func `A request for an unknown asset throws an error that says so, with every fault`() throws {
        let subject = SourceSubject(faults: SyntheticFaults(imageFault: .never))
        subject.ask(MediaAsset(id: "nobody"))
        #expect(subject.said.values == [.failed(.library(.assetNotFound("nobody")))])
    }

    @Test(arguments: [
        (
            SyntheticFaults(imageFault: .wrongSize(PixelSize(width: 0, height: 9))),
            "a wrong size cannot be painted: 0×9"
        ),
        (
            SyntheticFaults(imageFaults: ["a": .wrongSize(PixelSize(width: 32_768, height: 32_768))]),
            "a wrong size cannot be painted: 32768×32768"
        ),
        (SyntheticFaults(download: .succeeds(steps: 0)), "a download cannot have 0 steps"),
        (SyntheticFaults(download: .stalls(after: 1.5)), "a download cannot end at 1.5"),
        (SyntheticFaults(downloads: ["a": .fails(after: .nan, reason: "")]), "a download cannot end at nan"),
        (SyntheticFaults(memoryPressureAfterDecodes: 0), "memoryPressureAfterDecodes is less than 1: 0"),
    ])
    func `A fault that makes no sense is refused by name`(faults: SyntheticFaults, problem: String) {
        #expect(SyntheticConfiguration(assets: 1, faults: faults).problem == problem)
    }

    @Test func `A source that takes no requests is refused by name`() {
        var configuration = SyntheticConfiguration(assets: 1)
        configuration.imageRequestLimit = 0
        #expect(configuration.problem == "imageRequestLimit is less than 1: 0")
    }
}
