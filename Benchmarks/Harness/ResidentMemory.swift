#if canImport(Glibc)
    import Foundation
    import Glibc

    /// The process's memory in bytes, after the allocator has returned unused memory; nil if the system does not report
    /// it.
    func residentBytes() -> Int? {
        typealias Trim = @convention(c) (Int) -> Int32
        // Declared in malloc.h, which the Glibc module does not include.
        if let symbol = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(symbol, to: Trim.self)(0) }
        guard let figures = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        return figures.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * Int(getpagesize()) }
    }

    /// The maximum memory that the process has had, in bytes; nil if the system does not report it.
    func peakResidentBytes() -> Int? {
        guard let figures = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        let line = figures.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
    }
#else
    /// The process's memory in bytes, after the allocator has returned unused memory; nil if the system does not report
    /// it.
    func residentBytes() -> Int? { nil }

    /// The maximum memory that the process has had, in bytes; nil if the system does not report it.
    func peakResidentBytes() -> Int? { nil }
#endif
