import CameraRoll
import SyntheticLibrary
import Testing

struct ImageCloudTests {
    @Test func `Without the option nothing is in the cloud`() throws {
        let subject = SourceSubject()
        subject.ask(try subject.picture(inCloud: true))
        #expect(subject.line == "df")
    }

    @Test func `With the option, what is on the device needs no network`() throws {
        let subject = SourceSubject(cloud: true)
        subject.ask(try subject.picture())
        #expect(subject.line == "df")
    }

    @Test func `Without the network there is a small image, and an error that asks for it`() throws {
        let subject = SourceSubject(cloud: true)
        let asset = try subject.picture(inCloud: true)
        subject.ask(asset)
        #expect(subject.line == "de")
        subject.ask(asset, mode: .highQuality)
        #expect(subject.line == "dee")
        #expect(subject.said.values.last == .failed(.networkRequired(asset.id)))
        #expect(subject.store.imageStatistics.decodes == 0)
    }

    @Test func `A download tells its progress, and gives the image`() throws {
        let subject = SourceSubject(faults: SyntheticFaults(download: .succeeds(steps: 5)), cloud: true)
        subject.ask(try subject.picture(inCloud: true), network: true)
        #expect(subject.line == "dpppppf")
        #expect(subject.progress == [0.2, 0.4, 0.6, 0.8, 1])
    }

    @Test func `A download fails where the faults say, with their reason`() throws {
        let subject = SourceSubject(
            faults: SyntheticFaults(download: .fails(after: 0.5, reason: "lost")), cloud: true)
        let asset = try subject.picture(inCloud: true)
        subject.ask(asset, mode: .highQuality, network: true)
        #expect(subject.said.values == [.progress(0.5), .failed(.networkFailed(asset.id, reason: "lost"))])
    }

    @Test func `A stalled download holds no thread, and continues when it is released`() throws {
        let subject = SourceSubject(faults: SyntheticFaults(download: .stalls(after: 0.5)), cloud: true)
        #expect(subject.ask(try subject.picture(inCloud: true), network: true) != nil)
        #expect(subject.line == "dp" && subject.store.heldBack(.download) == 1)
        #expect(subject.store.endDownloads() == 1)
        #expect(subject.line == "dppf" && subject.progress == [0.5, 1])
        #expect(subject.store.endDownloads() == 0)
    }

    @Test func `Assets have downloads of their own, and faults change those too`() throws {
        let subject = SourceSubject(faults: SyntheticFaults(imageFault: .twice), cloud: true)
        let asset = try subject.picture(inCloud: true)
        subject.store.faults.downloads[asset.id] = .fails(after: 1, reason: "lost")
        subject.ask(asset, mode: .highQuality, network: true)
        #expect(subject.line == "pee")
        subject.ask(asset, mode: .highQuality)
        #expect(subject.line == "peeee")
    }

    @Test func `What stalls and is late is held back twice`() throws {
        let faults = SyntheticFaults(imageFault: .late, download: .stalls(after: 0))
        let subject = SourceSubject(faults: faults, cloud: true)
        let cancel = subject.ask(try subject.picture(inCloud: true), network: true)
        subject.store.callBackLate()
        #expect(subject.line == "dp" && subject.store.imageStatistics.inFlight == 1)
        cancel?()
        #expect(subject.store.heldBack(.download) == 0 && subject.store.imageStatistics.cancelled == 1)
    }
}
