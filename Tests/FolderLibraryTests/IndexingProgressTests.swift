#if FolderLibrary || canImport(Darwin)
import CameraRoll
@testable import FolderLibrary
import Foundation
import Testing

/// The completed fraction, the phase and the estimated total of a scan.
struct IndexingProgressTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder

    init() throws {
        scratch = try ScratchFolder()
        photos = scratch.photos()
    }

    /// Scans everything on this thread, and returns each report, and last the result of a scan that succeeds.
    private func reports(
        of scope: ScanScope = .everything, endingIn phase: IndexingProgress.Phase? = nil
    ) throws -> [IndexingProgress] {
        let (reports, result) = try scan(scope, endingIn: phase)
        return reports + (result.map { [$0] } ?? [])
    }

    private func scan(
        _ scope: ScanScope = .everything, endingIn phase: IndexingProgress.Phase? = nil
    ) throws -> (reports: [IndexingProgress], result: IndexingProgress?) {
        let reports = Lock<[IndexingProgress]>([])
        let canceled = Lock<ScanControl?>(nil)
        let control = ScanControl(interval: 0) { progress in
            reports.withLock { $0.append(progress) }
            if progress.phase == phase { canceled.withLock(\.self)?.cancel() }
        }
        canceled.withLock { $0 = control }
        defer { canceled.withLock { $0 = nil } }
        var result: IndexingProgress?
        do {
            result = try TreeScan(photos.store, control).run(scope)
        } catch FolderError.cancelled {}
        return (reports.withLock(\.self), result)
    }

    @Test func `A scan does not report that it is finished before its log is moved`() throws {
        try write()
        let (reports, result) = try scan()
        #expect(reports.map(\.phase).max() == .settling)
        #expect(result?.phase == .finished)
        #expect(photos.store.moveLog())
    }

    /// Ten photos in the folder itself, and three in each of four folders.
    private func write() throws {
        for number in 0..<10 { try scratch.write(SamplePhoto(noise: [UInt8(number)]), to: "\(number).jpg") }
        for folder in 0..<4 {
            for number in 0..<3 {
                try scratch.write(SamplePhoto(noise: [UInt8(folder), UInt8(number)]), to: "\(folder)/\(number).jpg")
            }
        }
    }

    private func isAscending(_ reports: [IndexingProgress]) -> Bool {
        zip(reports, reports.dropFirst()).allSatisfy { $0.fractionCompleted <= $1.fractionCompleted }
    }

    @Test func `The fraction of a first scan never decreases, and is 1 at the end only`() throws {
        try write()
        let reports = try reports()
        #expect(isAscending(reports))
        #expect(reports.first?.fractionCompleted == 0)
        #expect(reports.dropLast().allSatisfy { $0.fractionCompleted < 1 })
        #expect(reports.last?.fractionCompleted == 1)
    }

    @Test func `The phases follow one another, and all files are known in the end`() throws {
        try write()
        let reports = try reports()
        let phases = reports.map(\.phase)
        #expect(phases == phases.sorted())
        #expect(Set(phases) == [.comparing, .settling, .finished])
        #expect(reports.first?.estimatedFiles == nil)
        #expect(reports.last?.estimatedFiles == 22)
        #expect(reports.last?.files == 22)
    }

    @Test func `The total of a second scan is known from its beginning`() throws {
        try write()
        _ = try reports()
        let again = try reports()
        #expect(again.allSatisfy { $0.estimatedFiles == 22 })
        #expect(isAscending(again))
        #expect(again.dropLast().allSatisfy { $0.fractionCompleted < 1 })
        #expect(again.last?.fractionCompleted == 1)
    }

    // Asynchronous only so that it runs beside others: synchronous tests share the main thread.
    @Test func `Many new files raise the total, and never take the fraction back`() async throws {
        try write()
        _ = try reports()
        for number in 100..<160 { try scratch.write(SamplePhoto(noise: [UInt8(number)]), to: "4/\(number).jpg") }
        let again = try reports()
        #expect(isAscending(again))
        #expect(again.last?.estimatedFiles == 82)
        #expect(again.filter { $0.phase == .comparing }.allSatisfy { ($0.estimatedFiles ?? 0) >= $0.files })
    }

    @Test func `Files that have disappeared do not keep the fraction below 1`() throws {
        try write()
        _ = try reports()
        for folder in 0..<4 { try scratch.remove("\(folder)") }
        let again = try reports()
        #expect(again.last?.fractionCompleted == 1)
        #expect(again.last?.estimatedFiles == 10)
    }

    @Test func `A scan with nothing to do ends at 1`() throws {
        let empty = try reports()
        #expect(empty.last?.fractionCompleted == 1)
        #expect(empty.last?.estimatedFiles == 0)
        #expect(try reports(of: .folders([])).last?.fractionCompleted == 1)
    }

    @Test func `The scan of one folder ends at 1`() throws {
        try write()
        _ = try reports()
        let reports = try reports(of: .folders([.root]))
        #expect(isAscending(reports))
        #expect(reports.last?.fractionCompleted == 1)
        #expect(reports.last?.estimatedFiles == 10)
    }

    @Test(arguments: [IndexingProgress.Phase.comparing, .settling])
    func `A scan that is canceled stays below 1`(phase: IndexingProgress.Phase) throws {
        try write()
        let reports = try reports(endingIn: phase)
        #expect(reports.allSatisfy { $0.fractionCompleted < 1 })
        #expect(reports.last?.phase == phase)
    }

    @Test func `A scan that fails stays below 1`() throws {
        try write()
        _ = try reports()
        let index = photos.store.index.path
        let reports = Lock<[IndexingProgress]>([])
        let control = ScanControl(interval: 0) { progress in
            reports.withLock { $0.append(progress) }
            guard progress.phase == .settling else { return }
            try? SQLiteConnection(path: index, .readWrite).execute("DROP TABLE lost")
        }
        #expect(throws: SQLiteError.self) {
            _ = try TreeScan(photos.store, control).run(.everything)
        }
        let failed = reports.withLock(\.self)
        #expect(failed.allSatisfy { $0.fractionCompleted < 1 })
        #expect(failed.last?.phase == .settling)
    }

    @Test func `The last value of a run's progress is the finished one`() async throws {
        try write()
        let run = photos.index()
        var last: IndexingProgress?
        for await progress in run.progress { last = progress }
        #expect(last?.fractionCompleted == 1)
        #expect(try await run.waitUntilFinished() == last)
    }

    @Test func `Files that claim more bytes than can be counted do not stop the scan`() {
        var status = stat()
        status.st_size = 5 << 60
        var meter = ScanMeter(ScanControl(interval: 0))
        meter.begin(known: 0)
        for _ in 0..<2 { meter.look(at: FileStatus(status), share: 0.5) }
        #expect(meter.progress.bytes == .max)
    }

    @Test func `Files are not done before they are read`() throws {
        var meter = ScanMeter(ScanControl(interval: 0))
        meter.begin(known: 0)
        for _ in 0..<4 { meter.look(at: nil, share: 0.125) }
        for _ in 0..<4 { meter.look(at: FileStatus(stat()), share: 0.125) }
        meter.expectReads(4)
        meter.read(0)
        #expect(meter.progress.fractionCompleted == 0)
        meter.read(2)
        #expect(meter.progress.fractionCompleted == 0.5)
        meter.read(2)
        #expect(meter.progress.fractionCompleted == 0.99)
    }
}
#endif
