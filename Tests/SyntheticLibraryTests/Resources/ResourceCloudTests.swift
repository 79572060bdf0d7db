import CameraRoll
import Foundation
import SyntheticLibrary
import Testing

struct ResourceCloudTests {
    @Test func `Without the network an original in the cloud cannot be read, and one on the device can`() throws {
        let (source, store) = ResourceSubject.make(cloud: true)
        let resource = try ResourceSubject.photoInCloud(store)
        #expect(throws: ImageError.networkRequired(resource.asset)) {
            try source.read(resource, isNetworkAccessAllowed: false, into: Reading().receiver)
        }
        let contents = store.contents
        let local = try #require(contents.assets.first { contents.isCloudOnly($0.id) == false })
        let reading = Reading()
        for resource in try source.resources(of: local.id) {
            try source.read(resource, isNetworkAccessAllowed: false, into: reading.receiver)
        }
        #expect(reading.progress.values.isEmpty && !reading.bytes.isEmpty)
    }

    @Test func `A download tells its progress, and gives the bytes`() throws {
        let (source, store) = ResourceSubject.make(faults: SyntheticFaults(download: .succeeds(steps: 2)), cloud: true)
        let resource = try ResourceSubject.photoInCloud(store)
        let reading = Reading()
        try source.read(resource, isNetworkAccessAllowed: true, into: reading.receiver)
        #expect(reading.progress.values == [0.5, 1])
        #expect(reading.bytes.elementsEqual(SyntheticResourceSource.bytes(of: resource)))
    }

    @Test func `A download fails where the faults say, and gives no bytes`() throws {
        let faults = SyntheticFaults(download: .fails(after: 0.25, reason: "lost"))
        let (source, store) = ResourceSubject.make(faults: faults, cloud: true)
        let resource = try ResourceSubject.photoInCloud(store)
        let reading = Reading()
        #expect(throws: ImageError.networkFailed(resource.asset, reason: "lost")) {
            try source.read(resource, isNetworkAccessAllowed: true, into: reading.receiver)
        }
        #expect(reading.progress.values == [0.25] && reading.bytes.isEmpty)
    }

    @Test func `A stalled download continues when it is released`() async throws {
        let (source, store) = ResourceSubject.make(faults: SyntheticFaults(download: .stalls(after: 0.5)), cloud: true)
        let resource = try ResourceSubject.photoInCloud(store)
        let reading = Reading()
        let result = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let result = Reading.result { () throws(ImageError) in
                    try source.read(resource, isNetworkAccessAllowed: true, into: reading.receiver)
                }
                continuation.resume(returning: result)
            }
            Task {
                await store.waitUntilHeldBack(.download)
                store.endDownloads()
            }
        }
        try result.get()
        #expect(reading.progress.values == [0.5, 1])
        #expect(reading.bytes.count == resource.byteCount && store.heldBack(.download) == 0)
    }

    @Test func `A stalled download ends without waiting callers`() throws {
        let (source, store) = ResourceSubject.make(faults: SyntheticFaults(download: .stalls(after: 0.5)), cloud: true)
        let resource = try ResourceSubject.photoInCloud(store)
        let reading = Reading(endsAt: 3)
        #expect(throws: ImageError.cancelled) {
            try source.read(resource, isNetworkAccessAllowed: true, into: reading.receiver)
        }
        #expect(store.heldBack(.download) == 0 && store.endDownloads() == 0 && reading.bytes.isEmpty)
    }

    @Test func `A library provides its source through the access`() async throws {
        let store = SyntheticStore(assets: 10)
        let id = try #require(store.contents.assets.first?.id)
        let source = try await makeAccess(to: store).read("source") { library in try library.resourceSource() }
        #expect(try source?.resources(of: id).isEmpty == false)
    }
}
