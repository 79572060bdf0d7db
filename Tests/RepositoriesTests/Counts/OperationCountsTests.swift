import CameraRoll
import Testing

/// What operations take, against the committed numbers.
@Suite struct OperationCountsTests {
    @Test(arguments: CountedOperation.allCases)
    func `An operation takes no more than is allowed`(_ operation: CountedOperation) async throws {
        let growth = try await operation.counts().growth(beyond: operation.allowed)
        #expect(growth.isEmpty, "\(operation.rawValue): \(growth.joined(separator: "; "))")
    }

    @Test func `A second read inside of a page is found as a hop and an access too many`() async throws {
        let counts = try await CountedOperation.page.counts { subject in
            _ = try await subject.manager.page(PageRequest(number: 1, size: 1))
        }
        #expect(counts.growth(beyond: CountedOperation.page.allowed).count == 2)
    }

    @Test func `A second decode of an image is found as a request too many`() async throws {
        let counts = try await CountedOperation.imageToDecode.counts { subject in
            _ = try await subject.images.image(for: subject.request(1))
        }
        let limits = CountedOperation.imageToDecode.allowed
        #expect(counts.growth(beyond: limits).contains("2 requests, allowed 1"))
    }

    @Test func `A count at its limit is no growth, and each above it is named`() {
        let limits = OperationCounts(hops: 1, accesses: 2, requests: 3)
        #expect(limits.growth(beyond: limits).isEmpty)
        let counts = OperationCounts(hops: 2, accesses: 1, requests: 4)
        #expect(counts.growth(beyond: limits) == ["2 hops, allowed 1", "4 requests, allowed 3"])
    }
}
