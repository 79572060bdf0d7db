import Testing

@testable import CameraRoll

/// The events of a source that are kept until the manager takes them.
@Suite struct PendingFetchEventsTests {
    @Test func `For any number of events of a source, the manager is notified once and finds the latest of each kind`()
        throws
    {
        var inbox = PendingFetchEvents()
        var told = 0
        for step in 1...100 {
            if inbox.add(.progress(Double(step) / 100)).announces { told += 1 }
            if inbox.add(.degraded(try ImageSubject.picture(UInt8(step)))).announces { told += 1 }
        }
        if inbox.add(.end(.success(try ImageSubject.picture(200)))).announces { told += 1 }
        #expect(told == 1)
        #expect(inbox.takeAll().map(\.word) == ["degraded 100", "progress 1.0", "image 200"])
        #expect(inbox.takeAll().isEmpty)
    }

    @Test func `Only the first end counts, and nothing comes behind it`() throws {
        let ends: [ImageSourceEvent] = [
            .end(.success(try ImageSubject.picture(1))), .end(.failure(.noImage("a"))), .finished,
        ]
        for first in ends {
            var inbox = PendingFetchEvents()
            #expect(Self.add(first, to: &inbox))
            for second in ends + [.progress(0.5), .degraded(try ImageSubject.picture(2))] {
                #expect(!Self.add(second, to: &inbox))
            }
            #expect(inbox.takeAll().map(\.word) == [first.word])
        }
    }

    @Test(arguments: [-0.1, 1.1, .nan, .infinity, -.infinity, 0.5, 0.4])
    func `Progress that decreases or is invalid is ignored`(fraction: Double) {
        var inbox = PendingFetchEvents()
        _ = Self.add(.progress(0.5), to: &inbox)
        #expect(!Self.add(.progress(fraction), to: &inbox))
        #expect(inbox.takeAll().map(\.word) == ["progress 0.5"])
    }

    @Test func `Closed, it accepts nothing and returns the unread events`() throws {
        var inbox = PendingFetchEvents()
        _ = Self.add(.degraded(try ImageSubject.picture(3)), to: &inbox)
        #expect(Self.close(&inbox).map(\.word) == ["degraded 3"])
        #expect(!Self.add(.finished, to: &inbox))
    }

    private static func add(_ event: ImageSourceEvent, to inbox: inout PendingFetchEvents) -> Bool {
        inbox.add(event).announces
    }

    private static func close(_ inbox: inout PendingFetchEvents) -> [ImageSourceEvent] {
        inbox.close()
    }
}

extension ImageSourceEvent {
    fileprivate var word: String {
        switch self {
        case .progress(let fraction): "progress \(fraction)"
        case .degraded(let image): "degraded \(image.number)"
        case .end(.success(let image)): "image \(image.number)"
        case .end(.failure(let error)): "\(error)"
        case .finished: "finished"
        }
    }
}
