import CoreTestSupport

#if canImport(Glibc)
    import CameraRoll
    import Foundation
    import Glibc
    import Testing

    @Suite struct ExecutorAllocationTests {
        // In a separate process, where no other code allocates at the same time. Sanitizers use their own allocators,
        // whose figures are not meaningful.
        @Test(.enabled(if: allocatedBytes() > 0))
        func `Once its queues have grown, enqueueing allocates nothing`() async {
            await #expect(processExitsWith: .success) {
                let executor = LibraryExecutor(label: "allocations", isManual: true)
                let turn = NotingTurn()
                let fill = { for _ in 0..<1_000 { executor.append(turn, lane: .standard) } }
                let drain = { while executor.runNextByHand() {} }
                fill()
                drain()
                let before = allocatedBytes()
                fill()
                let grown = allocatedBytes() - before
                drain()
                // A thousand of the smallest blocks are 32,000 bytes; measuring takes about 2,000 itself.
                #expect(grown < 16_000, "\(grown) bytes for 1,000 turns")
            }
        }
    }

    /// The size of the heap in use: what `malloc_info` reports for all arenas, less their free blocks.
    private func allocatedBytes() -> Int {
        typealias Report = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
        var text: UnsafeMutablePointer<CChar>?
        var size = 0
        guard let symbol = dlsym(nil, "malloc_info"), let stream = open_memstream(&text, &size) else { return 0 }
        _ = unsafeBitCast(symbol, to: Report.self)(0, stream)
        fclose(stream)
        defer { free(text) }
        let totals = text.map { String(cString: $0) }?.components(separatedBy: "</heap>").last ?? ""
        return bytes("<system type=\"current\"", in: totals) + bytes("<total type=\"mmap\"", in: totals)
            - bytes("<total type=\"fast\"", in: totals) - bytes("<total type=\"rest\"", in: totals)
    }

    private func bytes(_ element: String, in report: String) -> Int {
        let line = report.split(separator: "\n").first { $0.hasPrefix(element) }
        let digits = line?.components(separatedBy: "size=\"").last?.prefix { $0.isNumber }
        return digits.flatMap { Int($0) } ?? 0
    }
#endif
