import PhotoMetadata
import PhotoMetadataEditing
import TestSupport
import Testing

/// Seeded mutations of real files' first kilobytes, through the reader and every edit, and through every edit
/// again.
@Suite(.enabled(if: PhotoSet.isThere, "There is no shared/photos beside the package."), .timeLimit(.hang))
struct PhotoSetMutationTests {
    private static let workers = 4
    private static let rounds = Effort.of(48, full: 2_000) / workers
    private static let headLength = 6_000
    private static let largest = 60_000

    // Asynchronous only so that it runs beside others: synchronous tests share the main thread.
    @Test(arguments: Effort.seeds(workers, of: 0..<workers))
    func `Changed real files are read, edited and edited again without a trap`(
        worker: Int
    ) async throws {
        var random = SeededNumbers(seed: UInt64(100 + worker))
        let files = try PhotoSet.files().filter { (1...Self.largest).contains($0.byteCount) }
        var edited = 0
        for _ in 0..<Self.rounds {
            let original = try files[Int(random.next() % UInt64(files.count))].bytes()
            let head = MutationTests.mutated(Array(original.prefix(Self.headLength)), &random)
            let file = head + original.dropFirst(Self.headLength)
            _ = try? ImageMetadata(file).touch()
            for first in SampleSet.edits {
                guard let once = try? MetadataEditor(first).edited(file) else { continue }
                _ = try ImageMetadata(once).touch()
                for second in SampleSet.edits.shuffled(using: &random).prefix(4) {
                    guard let twice = try? MetadataEditor(second).edited(once) else { continue }
                    #expect(twice.count <= 3 * file.count + 16_384)
                    edited += 1
                }
            }
        }
        #expect(edited > 0)
    }
}
