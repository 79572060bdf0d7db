import Foundation
import TestSupport
import Testing

@testable import PhotoMetadata
@testable import PhotoMetadataEditing

/// Seeded mutations of small files through the reader and the editors.
///
/// 100,000 of them with full effort, 2,000 otherwise; `CAMERAROLL_MUTATIONS` sets another number.
@Suite(.timeLimit(.hang)) struct MutationTests {
    private static let count =
        Int(ProcessInfo.processInfo.environment["CAMERAROLL_MUTATIONS"] ?? "") ?? Effort.of(2_000, full: 100_000)
    private static let workers = 4

    // Asynchronous only so that it runs beside others: synchronous tests share the main thread.
    @Test(arguments: Effort.seeds(workers, of: 0..<workers))
    func `Mutated files are read and changed without a trap, within the limits`(
        worker: Int
    ) async {
        var random = SeededNumbers(seed: UInt64(worker))
        let limits = MetadataLimits()
        var read = 0
        for round in 0..<Self.count / Self.workers {
            let file = Self.mutated(SampleSet.all[round % SampleSet.all.count].bytes, &random)
            guard let metadata = try? ImageMetadata(file, limits: limits) else { continue }
            read += metadata.touch() == 0 ? 0 : 1
            // The lists read from a packet or a block may be several times as long as it is.
            #expect(metadata.keptBytes <= limits.allValueBytes + 64 * file.count)
            #expect(metadata.problems.count <= limits.problems)
            let edit = SampleSet.edits[Int(random.next() % UInt64(SampleSet.edits.count))]
            guard let changed = Self.edited(file, edit) else { continue }
            // Directories with a false length may be written a second time.
            // What a file lacks is filled with up to 64 KB of zeros.
            #expect(changed.count <= 2 * file.count + 4_096 + 65_536)
            let isSame = Self.keepsPictures(of: file, changed, edit)
            #expect(isSame, "\(metadata.format) \(edit) \(round)")
        }
        #expect(read > 0)
    }

    /// An edited file, with a limited number of reads; nil if the edit is refused.
    private static func edited(_ file: [UInt8], _ edit: MetadataEdit) -> [UInt8]? {
        let source = CountingBytes(file)
        let plan = try? MetadataEditor(edit).plan(of: source)
        #expect(source.bytesRead <= 8 * file.count)
        return try? plan?.readAll()
    }

    /// Whether the pictures are unchanged, according to another reader.
    private static func keepsPictures(of file: [UInt8], _ changed: [UInt8], _ edit: MetadataEdit) -> Bool {
        let previews = edit != .removeSensitive
        let old = PictureData(of: file, previews: previews).parts
        let new = PictureData(of: changed, previews: previews).parts
        // A strip that is cut by the end of the file extends into appended bytes.
        return new.count == old.count && zip(new, old).allSatisfy { $0.starts(with: $1) }
    }

    /// A file with up to eight changes: bytes, extreme numbers, parts moved, removed or repeated.
    static func mutated(_ file: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
        var file = file
        for _ in 0...Int(random.next() % 8) where file.count > 16 {
            let index = Int(random.next() % UInt64(file.count))
            let length = min(Int(random.next() % 16), file.count - index)
            switch random.next() % 6 {
            case 0: file[index] = UInt8(truncatingIfNeeded: random.next())
            case 1: file[index] ^= 1 << UInt8(random.next() % 8)
            case 2: for step in 0..<min(4, file.count - index) { file[index + step] = 0xFF }
            case 3: file.removeSubrange(index..<index + length)
            case 4: file.insert(contentsOf: file[index..<index + length], at: Int(random.next() % UInt64(file.count)))
            default: for step in 0..<min(4, file.count - index) { file[index + step] = UInt8(step == 3 ? length : 0) }
            }
        }
        return file
    }
}
