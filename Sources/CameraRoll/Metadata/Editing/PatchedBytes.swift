/// Bytes of which some are written over, and more are added behind their end; what is not touched stays where it is.
struct PatchedBytes: ByteSource {
    private let base: any ByteSource
    private let start: Int
    private let baseCount: Int
    private(set) var patches: [(position: Int, bytes: [UInt8])] = []
    private(set) var appended: [UInt8] = []

    /// A part of a source.
    init(_ base: any ByteSource, _ range: Range<Int>) {
        self.base = base
        start = range.lowerBound
        baseCount = range.count
    }

    var byteCount: Int { baseCount + appended.count }

    /// Writes over what is there; nothing is written behind the end.
    mutating func write(_ bytes: [UInt8], at position: Int) {
        if position >= baseCount {
            let start = position - baseCount
            for (index, byte) in bytes.enumerated() where start + index < appended.count {
                appended[start + index] = byte
            }
        } else {
            patches.append((position, Array(bytes.prefix(baseCount - position))))
        }
    }

    /// Adds bytes at an even position behind the end; says where.
    mutating func append(_ bytes: [UInt8]) -> Int {
        if byteCount % 2 == 1 { appended.append(0) }
        defer { appended += bytes }
        return byteCount
    }

    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MetadataError) -> Int {
        guard position >= 0, position < byteCount else { return 0 }
        let fromBase = max(min(buffer.count, baseCount - position), 0)
        if fromBase > 0 {
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<fromBase])
            guard try base.read(at: start + position, into: part) == fromBase else { return 0 }
            overlay(part, at: position)
        }
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[fromBase...])
        let tail = appended.dropFirst(max(position - baseCount, 0)).prefix(rest.count)
        rest.copyBytes(from: tail)
        return fromBase + tail.count
    }

    private func overlay(_ buffer: UnsafeMutableRawBufferPointer, at position: Int) {
        let window = position..<position + buffer.count
        for patch in patches {
            let range = patch.position..<patch.position + patch.bytes.count
            let common = range.clamped(to: window)
            guard !common.isEmpty else { continue }
            let target = buffer[common.lowerBound - position..<common.upperBound - position]
            let bytes = patch.bytes[common.lowerBound - range.lowerBound..<common.upperBound - range.lowerBound]
            UnsafeMutableRawBufferPointer(rebasing: target).copyBytes(from: bytes)
        }
    }

    /// All bytes in memory.
    func rendered() throws(MetadataError) -> [UInt8] {
        try readAll()
    }

    /// The patches as a plan: copies between what was written.
    func plan() -> EditPlan {
        var plan = EditPlan(of: self)
        plan.copy(0..<byteCount)
        return plan
    }
}

extension ByteSource {
    /// All bytes in memory; those of a source that is cut short as far as they go.
    func readAll() throws(MetadataError) -> [UInt8] {
        try bytes(in: 0..<byteCount)
    }

    /// The bytes of a range in memory, as far as they go.
    package func bytes(in range: Range<Int>) throws(MetadataError) -> [UInt8] {
        var failure: MetadataError?
        let range = range.clamped(to: 0..<max(byteCount, 0))
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
            do throws(MetadataError) {
                let count = try read(at: range.lowerBound, into: UnsafeMutableRawBufferPointer(buffer))
                filled = min(max(count, 0), range.count)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
