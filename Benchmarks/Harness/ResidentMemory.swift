#if canImport(Glibc)
    import Foundation
    import Glibc

    /// The process's memory in bytes, after the allocator has returned unused memory; nil if the system does not
    /// say.
    func residentBytes() -> Int? {
        typealias Trim = @convention(c) (Int) -> Int32
        // Declared in malloc.h, which the Glibc module does not include.
        if let symbol = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(symbol, to: Trim.self)(0) }
        guard let figures = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        return figures.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * Int(getpagesize()) }
    }
#else
    /// The process's memory in bytes, after the allocator has returned unused memory; nil if the system does not
    /// say.
    func residentBytes() -> Int? { nil }
#endif
