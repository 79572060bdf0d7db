import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

/// After a slow slice the next ones are small; a turn of the executor for each single asset would cost more than it
/// saves.
@Suite(.timeLimit(.hang)) struct SmallestSliceTests {
    private let manual = ManualExecutor()
    private let assets = (0..<20).map { MediaAsset(id: AssetID("\($0)")) }

    /// The number of assets that each slice of a read handles, if slices of one asset are asked for.
    private func slices(of read: some SlicedRead) async throws -> [Int] {
        let access = LibraryAccess(
            .fixed(FixedContents(assets: assets)), executor: manual.executor, limits: .untimed)
        return try await manual.finish {
            try await access.perform("test") { libraryState throws(LibraryError) in
                var (read, slices) = (read, [Int]())
                while true {
                    switch try read.advance(in: libraryState, items: 1) {
                    case .more(let count): slices.append(count)
                    case .done(_, let count): return slices + [count]
                    }
                }
            }
        }
    }

    @Test func `Assets are read by their identifiers at least eight at a time`() async throws {
        let ids = assets.map(\.id)
        #expect(try await slices(of: IdentifierRead(ids)) == [8, 8, 4])
        #expect(try await slices(of: MissingAssetsRead(ReadParts(ids), id: \.self)) == [8, 8, 4])
    }
}
